import type { Server } from '../server.ts'
import { unmasked } from './maskRecord.ts'
import type { PersonRef } from './vault.ts'

type OfOrder = { orderNo: string }
type Refs = ReadonlyMap<string, PersonRef>

/** Replaces masked customer fields of rows with their unmasked values; adds no field that a row lacks. */
const overlaid = async <Row extends OfOrder>(
  vault: Server['vault'],
  rows: readonly Row[],
  refs: Refs,
  names: readonly string[],
): Promise<Row[]> => {
  const known = rows.map(({ orderNo }) => refs.get(orderNo) ?? { person: '', version: 0 })
  const records = await vault.read(known)
  return rows.map((row, index) => {
    const { name, phone, nik, email, account } = unmasked(records[index])
    const whole = { customer: name, phone, nik, email, account }
    const shown = Object.entries(whole).filter(([key]) => names.includes(key) && Object.hasOwn(row, key))
    return { ...row, ...Object.fromEntries(shown) }
  })
}

/** Unmasks rows of orders with the customer's current version on the order. */
export const unmaskCustomers =
  ({ db, vault }: Pick<Server, 'db' | 'vault'>) =>
  async <Row extends OfOrder>(rows: readonly Row[]): Promise<Row[]> => {
    if (rows.length === 0) return []
    const found = await db.sql
      .selectFrom('approval')
      .select(['order_no', 'person', 'person_version'])
      .where('order_no', 'in', [...new Set(rows.map(({ orderNo }) => orderNo))])
      .execute()
    const refs = new Map(found.map((row) => [row.order_no, { person: row.person, version: row.person_version }]))
    return overlaid(vault, rows, refs, ['customer', 'phone', 'nik', 'email', 'account'])
  }

/** Unmasks rows of payouts with the version whose account was chosen, even while the choice waits for a checker. */
export const unmaskPayees =
  ({ db, vault }: Pick<Server, 'db' | 'vault'>) =>
  async <Row extends OfOrder>(rows: readonly Row[]): Promise<Row[]> => {
    if (rows.length === 0) return []
    const found = await db.sql
      .selectFrom('payout')
      .select(['order_no', 'person', 'account_version', 'proposed_version'])
      .where('order_no', 'in', [...new Set(rows.map(({ orderNo }) => orderNo))])
      .execute()
    const refs = new Map(
      found.map((row) => [row.order_no, { person: row.person, version: row.proposed_version ?? row.account_version }]),
    )
    return overlaid(vault, rows, refs, ['customer', 'phone', 'account'])
  }

/** Unmasks rows of arrivals except the account: another may have been chosen since the money arrived. */
export const unmaskRecipients =
  (parts: Pick<Server, 'db' | 'vault'>) =>
  async <Row extends OfOrder & { account: string }>(rows: readonly Row[]): Promise<Row[]> => {
    const whole = await unmaskPayees(parts)(rows)
    return whole.map((row, index) => ({ ...row, account: rows[index]!.account }))
  }
