import { sql } from 'kysely'
import { maskAccount, maskPhone } from '../../machines/masks.ts'
import * as approval from '../../services/approval.ts'
import { maskedIn } from '../customers/readMasked.ts'
import { accountOf, type LookupKind, type PersonRecord } from '../customers/vault.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { anOrderWithinScope, type Onlooker, withinScope } from '../staff/appScope.ts'
import { withPeople } from './row.ts'

const most = approval.mostRelated

type Common = {
  link: (typeof approval.links)[number]
  kind: LookupKind
  value: string
  masked: string
  contact?: number
}

/** The lookup values by which another customer may be linked to this one. */
const commonOf = ({ phone, bank, device, contacts }: PersonRecord): Common[] => [
  { link: 'phone', kind: 'phone', value: phone, masked: maskPhone(phone) },
  { link: 'account', kind: 'account', value: accountOf(bank), masked: maskAccount(bank.account) },
  ...(device ? [{ link: 'device', kind: 'device', value: device, masked: '' } as const] : []),
  ...contacts.flatMap(({ phone: value }, contact): Common[] => [
    { link: 'contact', kind: 'contact', value, masked: maskPhone(value), contact },
    { link: 'contactIs', kind: 'phone', value, masked: maskPhone(value), contact },
  ]),
  { link: 'namedBy', kind: 'contact', value: phone, masked: maskPhone(phone) },
]

/** Serves related orders: the customer's other ones, and those of customers who share a lookup value. */
export const approveRelated = ({ db, vault, handle }: Server) => {
  const orders = (onlooker: Onlooker) =>
    db.sql
      .selectFrom('approval')
      .select('approval.order_no')
      .where((eb) => eb.and(withinScope(onlooker)))
  type Page = ReturnType<typeof orders>

  const read = async (page: Page) => {
    const rows = await withPeople(db, page).orderBy('one.applied_at', 'desc').execute()
    return rows.map((row) => ({
      person: row.person,
      order: {
        orderNo: row.order_no,
        state: row.state,
        reason: row.reason,
        customer: maskedIn(row).name,
        amount: row.amount,
        appliedAt: row.applied_at,
      },
    }))
  }

  handle(approval.related, async ({ orderNo }, call) => {
    const row = await db.sql
      .selectFrom('approval')
      .select(['person', 'person_version'])
      .where('order_no', '=', orderNo)
      .executeTakeFirst()
    if (!row) throw notFound()
    const { person } = row
    const [record] = await vault.read([{ person, version: row.person_version }])
    const common = record ? commonOf(record) : []
    const reachable = anOrderWithinScope(call, sql`approval.person = person_lookup.person`)
    const others = await vault.sharing(person, common, most + 1, reachable)
    const own = await read(
      orders(call)
        .where('person', '=', person)
        .where('order_no', '!=', orderNo)
        .orderBy('applied_at', 'desc')
        .limit(most + 1),
    )
    const sharers = [...new Set(others.map((other) => other.person))]
    const theirs = sharers.length === 0 ? [] : await read(newestOf(sharers, call))
    const shared = common.map(({ link, masked, contact = null }, index) => {
      const who = others.filter((other) => other.index === index).map((other) => other.person)
      return {
        link,
        contact,
        masked,
        orders: theirs
          .filter((one) => who.includes(one.person))
          .map(({ order }) => order)
          .slice(0, most),
        more: who.length > most,
      }
    })
    return {
      own: { orders: own.slice(0, most).map(({ order }) => order), more: own.length > most },
      shared: shared.filter((one) => one.orders.length > 0),
    }
  })

  const newestOf = (people: readonly string[], onlooker: Onlooker): Page =>
    orders(onlooker).distinctOn('person').where('person', 'in', people).orderBy('person').orderBy('applied_at', 'desc')
}
