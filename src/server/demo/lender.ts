import { sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import type { RoleEvent } from '../../machines/role.ts'
import * as power from '../../services/power.ts'
import * as user from '../../services/user.ts'
import { sha256 } from '../chain.ts'
import type { Database } from '../database.ts'
import { hashPassword } from '../passwords.ts'
import { rebuild } from '../rebuild.ts'
import { type Report, silent } from '../report.ts'
import type { Server } from '../server.ts'
import { makeClones } from './clones.ts'
import { makeOrders } from './orders.ts'
import { customerOf } from './people.ts'
import { randomOf } from './random.ts'
import { demoRoles } from './staff.ts'

export const defaultOrders = 2000

const seed = 'loket'
const channels = ['playstore', 'organic', 'affiliate', 'referral', 'social']
const apps = [
  { code: 'DK', name: 'DanaKios' },
  { code: 'PW', name: 'PinjamWarung' },
]
const products = [
  {
    code: 'KILAT',
    name: 'Kilat',
    min_amount: 500_000,
    max_amount: 3_000_000,
    terms: [14, 30],
    service_fee_bps: 500,
    handling_fee: 15_000,
  },
  {
    code: 'CICIL',
    name: 'Cicil',
    min_amount: 1_000_000,
    max_amount: 12_000_000,
    terms: [90, 180],
    service_fee_bps: 350,
    handling_fee: 25_000,
  },
]

export type Lender = {
  channels: string[]
  apps: typeof apps
  products: typeof products
  staff: Record<string, string[]>
}

/** Whether nothing was ever stored: only then a simulated lender may be made unasked. */
export const isEmpty = async (db: Database): Promise<boolean> => {
  const { pos } = await db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
  return pos === 0
}

/**
 * A lender with staff of every role, products, and months of applications: `charted` of them are sent through the charts, those
 * beyond are clones of others that were. Throws when there is a lender already.
 */
export const makeLender = async (
  server: Server,
  { password, orders, charted = defaultOrders }: { password: string; orders: number; charted?: number },
  report: Report = silent,
): Promise<void> => {
  if (!(await isEmpty(server.db)))
    throw new Error('this database has a lender already; the simulated one is made only on an empty one')
  const { db } = server
  await db.sql.insertInto('lending_app').values(apps).execute()
  await db.sql
    .insertInto('product')
    .values(products.map((product) => ({ ...product, terms: JSON.stringify(product.terms) })))
    .execute()
  await db.sql
    .insertInto('api_key')
    .values({ name: 'demo', hash: sha256(password) })
    .execute()
  const roles = await makeRoles(server)
  const staff = await makeStaff(server, roles, password)
  // New roles, accounts and orders go on where the simulated ones end.
  await sql`
    select setval('order_no', ${orders + 1}), setval('role_id', (select max(id) from role)),
      setval('profile_id_seq', (select max(id) from profile))`.execute(db.sql)
  const lender = { channels, apps, products, staff }
  const from = Math.min(orders, charted)
  const known = await makeOrders(server, lender, { count: from, until: server.clock.now(), pictures: true })
  if (orders > from) {
    await makeClones(server, lender, { known, from, count: orders - from, templates: charted }, report)
    await sql`analyze`.execute(db.sql)
    await rebuild(db, report)
  }
}

const makeRoles = async ({ store, clock }: Server): Promise<Map<string, number>> => {
  const ids = new Map(Object.keys(demoRoles).map((name, index) => [name, index + 1]))
  const send = (id: number, event: RoleEvent, via: string) =>
    store.send({ stream: `role/${id}`, event, via, key: `demo ${id} ${event.type}` })
  const system = () => ({ by: 'SYS', at: clock.now() })
  for (const [name, { menus, interfaces }] of Object.entries(demoRoles)) {
    const id = ids.get(name)!
    await send(id, { type: 'roleSaved', ...system(), name, note: '', taken: false }, power.roleSave.interface)
    await send(
      id,
      { type: 'menusGranted', ...system(), menus: [...menus], beyondOwn: [] },
      power.roleMenuSave.interface,
    )
    await send(
      id,
      { type: 'interfacesGranted', ...system(), interfaces: [...interfaces], beyondOwn: [] },
      power.interfaceSave.interface,
    )
  }
  return ids
}

/** One account `<role>@demo.example` a role, and colleagues `<role>.2@…` where a queue needs several. */
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
