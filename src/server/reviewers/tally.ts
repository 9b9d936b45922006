import { sql } from 'kysely'
import { decisions } from '../../machines/approval.facts.ts'
import type { Tx } from '../store/command.ts'

/** The number of an instant's business day: days since 1970-01-01 in Jakarta. */
export const dayNumber = (at: number) => Math.floor((at + 7 * 60 * 60_000) / (24 * 60 * 60_000))

/**
 * Tallies the decisions in a range of log positions by day, reviewer and whether the reviewer was signed in.
 * An event counts for its actor whatever became of the order: the order's row knows only the last decision.
 */
export const tally = (tx: Tx, after: number, upTo: number) =>
  sql`
    insert into review_tally (day, reviewer, event, at_work, count)
    select (e.at + 25200000) / 86400000, e.actor, e.type, coalesce(stood.state = 'atWork', false), count(*)
    from es_event e
    left join lateral (
      select state from es_event
      where stream = 'reviewer/' || substr(e.actor, 7) and pos < e.pos and at <= e.at
      order by version desc limit 1
    ) stood on true
    where e.pos > ${after} and e.pos <= ${upTo} and e.type in (${sql.join(decisions)})
    group by 1, 2, 3, 4
    on conflict (day, reviewer, event, at_work) do update set count = review_tally.count + excluded.count`.execute(tx)
