import * as collectionGroup from '../../services/collectionGroup.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { badInput } from '../kit/inputIssues.ts'
import type { Server } from '../server.ts'
import { type Call, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { flawsOfApps, isTaken, isTwice } from '../staff/groups.ts'
import { collectionGroupLists } from './lists.ts'

type Entered = Omit<BodyOf<typeof collectionGroup.create>, 'version'>

/** The groups of collectors, and the commands of their lead. */
export const collectionGroupHandlers = (server: Server) => {
  const { db, store, handle } = server
  const { page, count } = collectionGroupLists(server)
  handle(collectionGroup.list, page)
  handle(collectionGroup.count, count)
  handle(collectionGroup.choices, async () => ({
    groups: await db.sql
      .selectFrom('collection_group')
      .select(['id', 'name', 'company', 'kind'])
      .where('state', '=', 'open')
      .orderBy('name')
      .execute(),
  }))

  handle(collectionGroup.agencies, async (_body, { staff }) => {
    const rows = await db.sql
      .selectFrom('collection_group')
      .select('company')
      .distinct()
      .where('state', '=', 'open')
      .where('company', '<>', '')
      .$if(staff.company !== undefined, (all) => all.where('company', '=', staff.company!))
      .orderBy('company')
      .execute()
    return { agencies: rows.map(({ company }) => company) }
  })

  /** Throws for what only the lender's data can refuse. */
  const termsOf = async (entered: Entered, id: string | undefined, call: Call<unknown>) => {
    const { name, company, stages, apps, capacity, days, opens, closes, commission, target } = entered
    const flaws = [
      ...(await flawsOfApps(db, apps)),
      ...(isTwice(stages) ? [{ field: 'stages', reason: 'twice' }] : []),
      ...(isTwice(days) ? [{ field: 'days', reason: 'twice' }] : []),
      ...((await isTaken(db, 'collection_group', name, id)) ? [{ field: 'name', reason: 'groupTaken' }] : []),
    ]
    if (flaws.length > 0) throw badInput(flaws, call.language)
    return { name, company, stages, apps, capacity, days: days.map(Number), opens, closes, commission, target }
  }

  const { command, create, send } = commandsOf(server, 'collectionGroup', ({ id }: { id: string }) => id)
  // Two groups at once may want one name, which the table has once.
  create(
    collectionGroup.create,
    'groupCreated',
    async (entered, call) => ({ facts: await termsOf(entered, undefined, call) }),
    { tries: againWhenTaken },
  )
  handle(collectionGroup.change, ({ id, version, ...entered }, call) =>
    againWhenTaken(
      async () =>
        (await store.answered(call)) ??
        send({ id, version }, call, { type: 'groupChanged', ...stamp(call), ...(await termsOf(entered, id, call)) }),
    ),
  )
  command(collectionGroup.plan, 'targetsPlanned', ({ id: _, version: __, ...targets }) => targets)
  command(collectionGroup.close, 'groupClosed')
  command(collectionGroup.reopen, 'groupReopened')
}
