import type { SelectQueryBuilder } from 'kysely'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as reportPlan from '../../services/reportPlan.ts'
import type { Tables } from '../db/tables.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'

type ReportPlans = SelectQueryBuilder<Tables, 'report_plan', object>

/** Reads the plans a page at a time, and counts those that a filter finds. */
export const reportPlanLists = ({ db }: Pick<Server, 'db'>) => {
  const filtered = (filter: Omit<BodyOf<typeof reportPlan.count>, 'exact'>): ReportPlans => {
    let found: ReportPlans = db.sql.selectFrom('report_plan')
    for (const name of ['state', 'report'] as const)
      if (filter[name] !== undefined) found = found.where(name, '=', filter[name])
    return found
  }

  const page = async ({ after, sort = '-createdAt', limit = pageSize, ...filter }: BodyOf<typeof reportPlan.list>) => {
    const found = await filtered(filter)
      .selectAll()
      .where(beyond(['created_at', 'id'], sort, after && [after.createdAt, after.id]))
      .orderBy(inOrder(['created_at', 'id'], sort))
      .limit(limit + 1)
      .execute()
    const { rows: shown, next } = pageOf(found, limit, (row) => ({ createdAt: row.created_at, id: row.id }))
    return { rows: await rowsOf(shown), next }
  }

  const rowsOf = async (shown: readonly Tables['report_plan'][]): Promise<reportPlan.ReportPlanRow[]> => {
    if (shown.length === 0) return []
    const names = await staffNames(
      db,
      shown.map(({ author }) => author),
    )
    const roles = new Map((await rolesOf()).map((role) => [role.id, role.name]))
    return shown.map(
      ({ author, created_at: createdAt, morning_due: morningDue, ...row }): reportPlan.ReportPlanRow => ({
        ...row,
        roleName: roles.get(row.role) ?? row.role,
        author: { id: author, name: names.get(author) ?? author },
        createdAt,
        morningDue,
      }),
    )
  }

  const rolesOf = async () => {
    const rows = await db.sql.selectFrom('role').select(['id', 'name']).orderBy('name').execute()
    return rows.map(({ id, name }) => ({ id: String(id), name }))
  }

  const count = ({ exact, ...filter }: BodyOf<typeof reportPlan.count>) =>
    countRows(db, filtered(filter), { by: 'created_at', exact })

  return { page, count, rolesOf }
}
