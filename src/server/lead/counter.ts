import { sql } from 'kysely'
import type { Counter } from '../store/counter.ts'

type Counted = { id: string }
type Origin = { batch: string; source: string }

declare module '../db/tables.ts' {
  interface Tables {
    lead_counted: Counted & Origin & { reached: boolean; paid: boolean }
    lead_origin: Origin & {
      imported_at: number
      leads: number
      repeated: number
      reached: number
      registered: number
      applied: number
      paid: number
    }
  }
}

/**
 * Counts the leads by the batch and source of their last import, and what came of them. A loan is opened in a stream of
 * its own, so what is known of each lead is kept beside the sums; an earlier loan than the first import is not its lead's.
 */
export const leadCounter: Counter = {
  name: 'lead_origin',
  tables: {
    lead_counted: ({ id }: Counted) => `figures of leads: ${id} is not what its events add up to`,
    lead_origin: ({ batch, source }: Origin) =>
      `figures of leads: batch ${batch} of ${source} is not what its events add up to`,
  },
  count: async (tx, after, upTo) => {
    await sql`
      with told as (
        select split_part(stream, '/', 2) as id, version, type, at, data::jsonb as data
        from es_event where pos > ${after} and pos <= ${upTo} and stream like 'lead/%'
      ),
      import as (
        select id, version, at, data ->> 'batch' as batch, data ->> 'source' as source
        from told where type in ('leadImported', 'requestedAgain')
      ),
      fact as (
        select told.id, min(told.at) as first_at, count(import.id)::int as requests,
          (array_agg(import.batch order by import.version desc) filter (where import.batch is not null))[1] as batch,
          (array_agg(import.source order by import.version desc) filter (where import.source is not null))[1] as source,
          bool_or(type in ('outcomeNoted', 'callBackSet') and data ->> 'outcome' = 'reached') as reached,
          bool_or(type = 'registered') as registered, bool_or(type = 'applied') as applied
        from told left join import using (id, version) group by 1
      ),
      opened as (
        select id, max(at) as at
        from (
          select person as id, loan.at from es_event loan
          join approval on order_no = split_part(loan.stream, '/', 2)
          where loan.pos > ${after} and loan.pos <= ${upTo} and loan.type = 'loanOpened'
          union all
          -- A lead can be told of later in the log than a loan that came of it.
          select person, loan.at from fact
          join approval on person = fact.id
          join es_event loan on loan.stream = 'loan/' || order_no and loan.version = 1 and loan.pos <= ${upTo}
        ) loan
        group by 1
      ),
      before as (
        select lead_counted.* from lead_counted
        where id in (select id from fact union select id from opened)
      ),
      touched as (
        select id, coalesce(before.first_at, fact.first_at) as first_at, coalesce(fact.batch, before.batch) as batch,
          coalesce(fact.source, before.source) as source, coalesce(before.requests, 0) + coalesce(fact.requests, 0) as requests,
          coalesce(before.reached, false) or coalesce(fact.reached, false) as reached,
          coalesce(before.registered, false) or coalesce(fact.registered, false) as registered,
          coalesce(before.applied, false) or coalesce(fact.applied, false) as applied,
          coalesce(before.paid, false) or coalesce(opened.at > coalesce(before.first_at, fact.first_at), false) as paid
        from (select id from fact union select id from before) one
        left join fact using (id) left join before using (id) left join opened using (id)
      ),
      now as (
        insert into lead_counted select * from touched
        on conflict (id) do update set batch = excluded.batch, source = excluded.source, requests = excluded.requests,
          reached = excluded.reached, registered = excluded.registered, applied = excluded.applied, paid = excluded.paid
        returning *
      )
      insert into lead_origin
      select batch, source, max(at), sum(weight), sum(weight * (requests > 1)::int), sum(weight * reached::int),
        sum(weight * registered::int), sum(weight * applied::int), sum(weight * paid::int)
      from (
        select batch, source, 0 as at, requests, reached, registered, applied, paid, -1 as weight from before
        union all select batch, source, 0, requests, reached, registered, applied, paid, 1 from now
        -- A batch whose leads all came again in a later one is a line of zeros.
        union all select batch, source, at, 0, false, false, false, false, 0 from import
      ) one
      group by 1, 2
      on conflict (batch, source) do update set
        imported_at = greatest(lead_origin.imported_at, excluded.imported_at),
        leads = lead_origin.leads + excluded.leads, repeated = lead_origin.repeated + excluded.repeated,
        reached = lead_origin.reached + excluded.reached, registered = lead_origin.registered + excluded.registered,
        applied = lead_origin.applied + excluded.applied, paid = lead_origin.paid + excluded.paid`.execute(tx)
  },
}
