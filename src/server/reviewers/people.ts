import { type RawBuilder, sql } from 'kysely'
import type { Stage } from '../../machines/reviewGroup.ts'
import { finalPass, firstPass } from '../../services/approval.ts'
import type { Database } from '../db/database.ts'

const decides: Record<Stage, string> = { first: firstPass.interface, final: finalPass.interface }

/** Whether the roles of the account in row `a` let it decide at a stage. */
export const mayDecide = (stage: Stage): RawBuilder<boolean> => sql`exists (
  select from role r where a.roles @> to_jsonb(r.id) and (r.name = 'admin' or r.interfaces ? ${decides[stage]}))`

/** How many orders the account of row `a` holds, at any stage. */
export const holdsOf: RawBuilder<number> = sql`(select count(*) from approval o where o.holder = 'staff/' || a.id)`

/** The names of the open groups that the account of row `a` is a member of. */
export const groupNamesOf: RawBuilder<string[]> = sql`(
  select coalesce(jsonb_agg(g.name order by g.name), '[]') from review_group g
  where g.state = 'open' and g.members ? ('staff/' || a.id))`

/** Lists active staff who may decide at a stage, with the number of orders each holds; the fewest first. */
export const reviewersOf = async (db: Database, stage: Stage) => {
  const { rows } = await sql<{ id: string; name: string; holds: number; atWork: boolean; groups: string[] }>`
    select 'staff/' || a.id as id, p.name, ${holdsOf} as holds, coalesce(w.state = 'atWork', false) as "atWork",
      ${groupNamesOf} as groups
    from account a join profile p on p.id = a.id left join reviewer w on w.id = a.id
    where a.state = 'active' and ${mayDecide(stage)}
    order by holds, p.name`.execute(db.sql)
  return rows
}
