import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import type { Known } from './inputs.ts'

/** Ids of existing records by field name. */
export const knownIn = async ({ db, mounted }: TestApp): Promise<Known> => {
  const few = async (table: string, column: string) => {
    const { rows } = await sql<{ value: unknown }>`
      select ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} is not null
      order by 1 desc limit 6`.execute(db.sql)
    return rows.map(({ value }) => value)
  }
  const orders = [
    ...(await few('loan', 'order_no')),
    ...(await few('payout', 'order_no')),
    ...(await few('approval', 'order_no')),
  ]
  const txids = [
    ...(await few('payout', 'txid')),
    ...(await few('withdrawal', 'txid')),
    ...(await few('repayment', 'txid')),
  ]
  const tables = [
    'customer_edit',
    'document',
    'export',
    'bulk',
    'order_sheet',
    'bank_statement',
    'statement_line',
    'backtest',
    'list_view',
  ]
  const ids = (await Promise.all(tables.map((table) => few(table, 'id')))).flat()
  const persons = await few('approval', 'person')
  const days = ['2026-11-20', '2026-11-01', '2026-10-01']
  return {
    orderNo: orders,
    orderNos: orders,
    keys: orders,
    txid: txids,
    id: [...ids, ...persons, ...orders.slice(0, 2), 1, 2, 3, 17],
    relative: ['1/1', '1/2'],
    order: orders,
    repeated: orders,
    account: await few('bank_account', 'code'),
    list: [...mounted.map(({ id }) => id).filter((id) => /list/i.test(id)), 'firstWait', 'firstPass', 'finalWait'],
    product: ['KILAT', 'CICIL'],
    app: ['DK', 'PW'],
    day: days,
    date: days,
    from: days,
    to: days,
    cursor: ['', 'null', '[]', Buffer.from('[1,"x"]').toString('base64url')],
    version: [1, 2, 3, 4, 5],
  }
}
