import * as reportPlan from '../../services/reportPlan.ts'
import { mayHave, mayOfRole } from '../exports/rights.ts'
import { notFound, Refused } from '../kit/refused.ts'
import { type Exportables, listNamed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { commandsOf } from '../staff/commands.ts'
import { reportPlanLists } from './lists.ts'

/** The reports that are sent, and the commands of those who plan and stop them. */
export const reportPlanHandlers = (server: Server, lists: Exportables) => {
  const { db, handle } = server
  const { page, count, rolesOf } = reportPlanLists(server)
  handle(reportPlan.list, page)
  handle(reportPlan.count, count)
  handle(reportPlan.choices, async () => ({ roles: await rolesOf() }))

  const roleNamed = async (id: string) => {
    const role = await db.sql.selectFrom('role').selectAll().where('id', '=', Number(id)).executeTakeFirst()
    if (!role) throw notFound()
    return role
  }

  const { command, create } = commandsOf(server, 'reportPlan', ({ id }: { id: string }) => id)
  create(reportPlan.make, 'reportPlanMade', async ({ report, role, days, time, format }, call) => {
    const list = listNamed(lists, reportPlan.sendable[report].list.id, call)
    if (!mayHave(call.staff, list, false)) throw new Refused(4030, 'errors:notPermitted')
    const permitted = mayOfRole(await roleNamed(role), list)
    return { facts: { report, role, days, time, format, permitted } }
  })
  command(reportPlan.stop, 'reportPlanStopped')
}
