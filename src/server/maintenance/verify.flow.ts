import { sql } from 'kysely'
import { countUpTo } from '../flow/projection.ts'
import type { Tx } from '../store/command.ts'
import type { Findings } from './verify.streams.ts'

type Figure = { kind: string; from_state: string; event: string; to_state: string }

/** Counts every event up to the flow's checkpoint into temporary tables, which hide the ones in use, and compares. */
export const verifyFlow = async (tx: Tx, { problem, report }: Findings): Promise<void> => {
  const checkpoint = await tx.selectFrom('es_checkpoint').select('pos').where('name', '=', 'flow').executeTakeFirst()
  await sql`create temp table flow (like public.flow including all) on commit drop`.execute(tx)
  await sql`create temp table review_tally (like public.review_tally including all) on commit drop`.execute(tx)
  await countUpTo(tx, checkpoint?.pos ?? 0, (pos) => report.count('counted', pos, 'events'))
  const { rows } = await sql<Figure>`
    select distinct kind, from_state, event, to_state from (
      (table pg_temp.flow except table public.flow) union all (table public.flow except table pg_temp.flow)
    ) different order by 1, 2, 3, 4`.execute(tx)
  for (const { kind, from_state, event, to_state } of rows)
    problem(`flow of ${kind}: ${event} from ${from_state} to ${to_state} is not what its events add up to`)
  const tallies = await sql<{ day: number; reviewer: string; event: string }>`
    select distinct day, reviewer, event from (
      (table pg_temp.review_tally except table public.review_tally)
      union all (table public.review_tally except table pg_temp.review_tally)
    ) different order by 1, 2, 3`.execute(tx)
  for (const { day, reviewer, event } of tallies.rows)
    problem(`tally of ${reviewer}: ${event} on day ${day} is not what the events add up to`)
}
