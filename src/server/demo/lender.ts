import { sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import type { RoleEvent } from '../../machines/role.ts'
import * as access from '../../services/access.ts'
import * as user from '../../services/user.ts'
import type { Database } from '../db/database.ts'
import { type Report, silent } from '../kit/progress.ts'
import { randomOf } from '../kit/random.ts'
import { rebuild } from '../maintenance/rebuild.ts'
import type { Server } from '../server.ts'
import { hashPassword } from '../staff/passwords.ts'
import { makeBacktest } from './backtests.ts'
import { bankAccounts } from './bankAccounts.ts'
import { apps, channels, type Lender, products } from './catalogue.ts'
import { makeChecks } from './checks.ts'
import { makeClones } from './clones.ts'
import { makeCollectorDays, makeCollectors } from './collectors.ts'
import { contactSettings } from './contactSettings.ts'
import { makeEdits } from './edits.ts'
import { makeLeads } from './leads.ts'
import { makeLoans, rates } from './loans.ts'
import { makeOrders } from './orders.ts'
import { makePayouts } from './payouts.ts'
import { customerOf } from './people.ts'
import { makeRecoveryCases } from './recoveryCases.ts'
import { makeReportPlans } from './reportPlans.ts'
import { makeReviewers, makeWorkdays } from './reviewers.ts'
import { makeRuleSets } from './ruleSets.ts'
import { type Beginning, makeSettings } from './settings.ts'
import { smsSettings } from './smsSettings.ts'
import { makeSmsTemplates } from './smsTemplates.ts'
import { demoRoles } from './staff.ts'
import { makeVisitors } from './visitors.ts'
import { makeWithdrawals } from './withdrawals.ts'

export const defaultOrders = 2000
// A lender with fewer orders is made for other purposes.
const fewestWithAll = 200

const seed = 'loket'
const settings: Beginning[] = [
  ...apps.map(({ code, name }) => ({ kind: 'app' as const, code, values: { name } })),
  ...products.map(({ code, name, min_amount, max_amount, terms, service_fee_bps, handling_fee }) => ({
    kind: 'product' as const,
    code,
    values: {
      name,
      minAmount: min_amount,
      maxAmount: max_amount,
      terms,
      serviceFee: service_fee_bps,
      handlingFee: handling_fee,
    },
  })),
  ...rates.map(({ product, ...values }) => ({ kind: 'rate' as const, code: product, values })),
  ...bankAccounts.map(({ code, ...values }) => ({ kind: 'bankAccount' as const, code, values })),
  ...contactSettings,
  ...smsSettings,
]

// A marker that stands in the database while the lender is made.
const making = 'simulated lender'

/** Throws when the making of a simulated lender was interrupted, because accounts and orders would be missing. */
export const refuseUnfinished = async (db: Database): Promise<void> => {
  const mark = await db.sql.selectFrom('es_checkpoint').select('name').where('name', '=', making).executeTakeFirst()
  if (mark)
    throw new Error(
      'the simulated lender is being made, or its making was interrupted: then begin anew in an empty DATA_DIR or database',
    )
}

/** Whether no event was ever stored: only then may a simulated lender be made without being asked for. */
export const isEmpty = async (db: Database): Promise<boolean> => {
  const { pos } = await db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
  return pos === 0
}

/**
 * Makes a lender with staff of every role, products, and months of applications. `charted` applications go through the
 * charts; those beyond are clones. Throws when there is a lender already.
 */
export const makeLender = async (
  server: Server,
  { password, orders, charted = defaultOrders }: { password: string; orders: number; charted?: number },
  report: Report = silent,
): Promise<void> => {
  await refuseUnfinished(server.db)
  if (!(await isEmpty(server.db)))
    throw new Error('this database has a lender already; the simulated one is made only on an empty one')
  const { db } = server
  await begin(db, orders)
  const roles = await makeRoles(server)
  const staff = await makeStaff(server, roles, password)
  await makeSettings(server, { maker: staff.risk![0]!, checker: staff.admin![0]!, secret: password, settings })
  const lender = { channels, apps, products, staff }
  await makeReviewers(server, lender)
  await makeCollectors(server, lender)
  const from = Math.min(orders, charted)
  if (from > 0) await makeWorkdays(server, lender)
  const known = await makeOrders(server, lender, { count: from, until: server.clock.now(), pictures: true })
  await makeVisitors(server, lender, known)
  await db.sql.deleteFrom('es_checkpoint').where('name', '=', making).execute()
  if (orders > from) {
    await makeClones(server, lender, { known, from, count: orders - from, templates: charted }, report)
    await sql`analyze`.execute(db.sql)
    await rebuild(db, report)
  }
  await makeRuleSets(server, staff.risk!)
  await makeEdits(server, lender, from)
  await makePayouts(server, lender, from)
  await makeLoans(server, lender)
  if (from >= fewestWithAll) await makeWithdrawals(server, lender)
  if (from >= fewestWithAll) await makeSmsTemplates(server, lender)
  // Before the cases: a lead whom somebody collected from already is no lead.
  if (from >= fewestWithAll) await makeLeads(server, lender, from)
  if (from >= fewestWithAll) await makeChecks(server, lender)
  if (from >= fewestWithAll) await makeCollectorDays(server, lender)
  await makeRecoveryCases(server, lender, { messages: from >= fewestWithAll, charted: from })
  await makeBacktest(server, staff.risk!)
  if (from >= fewestWithAll) await makeReportPlans(server, roles.get('analyst')!, staff.analyst![0]!)
}

/**
 * Makes the lender and the statistics of its tables. The embedded engine takes none by itself, and the process flow then
 * counted its 78,000 events in a minute instead of five seconds, while every call waited.
 */
export const makeLenderWithStatistics = async (
  server: Server,
  wanted: { password: string; orders: number },
  report: Report = silent,
): Promise<void> => {
  await makeLender(server, wanted, report)
  await sql`analyze`.execute(server.db.sql)
}

/** Sets the marker and the sequences: new roles, accounts and orders continue after the simulated ones. */
const begin = (db: Database, orders: number): Promise<void> =>
  db.sql.transaction().execute(async (tx) => {
    await tx.insertInto('es_checkpoint').values({ name: making, pos: 0 }).execute()
    const roles = Object.values(demoRoles)
    const accounts = roles.reduce((sum, { people }) => sum + people, 0)
    await sql`
      select setval('order_no', ${orders + 1}), setval('role_id', ${roles.length}), setval('profile_id_seq', ${accounts})`.execute(
      tx,
    )
  })

const makeRoles = async ({ store, clock }: Server): Promise<Map<string, number>> => {
  const ids = new Map(Object.keys(demoRoles).map((name, index) => [name, index + 1]))
  const send = (id: number, event: RoleEvent, via: string) =>
    store.send({ stream: `role/${id}`, event, via, key: `demo ${id} ${event.type}` })
  const system = () => ({ by: 'SYS', at: clock.now() })
  for (const [name, { menus, interfaces }] of Object.entries(demoRoles)) {
    const id = ids.get(name)!
    await send(id, { type: 'roleSaved', ...system(), name, note: '', taken: false }, access.roleSave.interface)
    await send(
      id,
      { type: 'menusGranted', ...system(), menus: [...menus], beyondOwn: [] },
      access.roleMenuSave.interface,
    )
    await send(
      id,
      { type: 'interfacesGranted', ...system(), interfaces: [...interfaces], beyondOwn: [] },
      access.interfaceSave.interface,
    )
  }
  return ids
}

/** Makes one account `<role>@demo.example` per role, and colleagues `<role>.2@…` where a queue needs several. */
const makeStaff = async (server: Server, roles: Map<string, number>, password: string) => {
  const { store, clock } = server
  const random = randomOf(`${seed} staff`)
  const staff: Lender['staff'] = {}
  const hash = await hashPassword(password)
  let id = 0
  for (const [role, { people }] of Object.entries(demoRoles)) {
    for (let nth = 1; nth <= people; nth += 1) {
      id += 1
      const account = id
      const email = `${role}${nth > 1 ? `.${nth}` : ''}@demo.example`
      const { name } = customerOf(random, businessDay(clock.now()))
      const setting = JSON.stringify({})
      await store.send({
        stream: `account/${account}`,
        event: {
          type: 'accountOpened',
          by: 'SYS',
          at: clock.now(),
          roles: [roles.get(role)!],
          beyondOwn: [],
          self: false,
        },
        via: user.powerUserEdit.interface,
        key: `demo ${email}`,
        writes: (tx) =>
          tx
            .insertInto('profile')
            .values({
              id: account,
              name,
              email: email.toLowerCase(),
              password: hash,
              avatar: '',
              introduction: role,
              language: 'id',
              setting,
            })
            .execute(),
      })
      staff[role] = [...(staff[role] ?? []), `staff/${account}`]
    }
  }
  return staff
}
