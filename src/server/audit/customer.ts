import { sql } from 'kysely'
import { nikFound, phoneFound } from '../../machines/identity.ts'
import { lifecycles } from '../../machines/lifecycles.ts'
import type { Vault } from '../customers/vault.ts'
import type { Database } from '../db/database.ts'

type Parts = { db: Database; vault: Pick<Vault, 'find'> }

/** The values that name a customer in a search of the audit. */
export type Asked = Partial<Record<'orderNo' | 'phone' | 'nik', string | undefined>>

/** The streams of every kind with an order's number, whether or not they exist. */
export const recordsOf = (orderNo: string): string[] => lifecycles.map(({ name }) => `${name}/${orderNo}`)

/** The customers who match all given values; undefined when none is given. */
export const personsOf = async ({ db, vault }: Parts, asked: Asked): Promise<string[] | undefined> => {
  const { orderNo, phone, nik } = asked
  const found = [
    orderNo !== undefined &&
      (await db.sql.selectFrom('approval').select('person').where('order_no', '=', orderNo).execute()).map(
        ({ person }) => person,
      ),
    phone !== undefined && (await vault.find('phone', phoneFound(phone) ?? phone)),
    nik !== undefined && (await vault.find('nik', nikFound(nik))),
  ].filter((some) => some !== false)
  return found.length === 0
    ? undefined
    : found.reduce((left, others) => left.filter((person) => others.includes(person)))
}

/** The streams of these customers' orders, edits and bank lines, and of exported files that contained any of them. */
export const streamsOf = async ({ db }: Pick<Parts, 'db'>, persons: readonly string[]): Promise<string[]> => {
  if (persons.length === 0) return []
  const orders = await db.sql.selectFrom('approval').select('order_no').where('person', 'in', persons).execute()
  const numbers = orders.map(({ order_no }) => order_no)
  if (numbers.length === 0) return []
  const edits = await db.sql.selectFrom('customer_edit').select('id').where('order_no', 'in', numbers).execute()
  const lines = await db.sql.selectFrom('statement_line').select('id').where('order_no', 'in', numbers).execute()
  const own = [
    ...numbers.flatMap(recordsOf),
    ...edits.map(({ id }) => `customerEdit/${id}`),
    ...lines.map(({ id }) => `statementLine/${id}`),
  ]
  // A lateral look-up for each stream: with all of them in one condition the planner would scan the whole table.
  const { rows: exports } = await sql<{ export: string }>`
    select distinct found.export
    from jsonb_array_elements_text(${JSON.stringify(own)}::jsonb) s,
      lateral (select export from export_seen where streams @> array[s.value]) found`.execute(db.sql)
  // Only one of the two exists, because an export and a sheet never share an id.
  return [...own, ...exports.flatMap((row) => [`export/${row.export}`, `orderSheet/${row.export}`])]
}
