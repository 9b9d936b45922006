import { randomUUID } from 'node:crypto'
import type { TestApp } from '../kit/app.ts'

/** A bank account of the lender with nothing in it; answers its code. */
export const emptyAccount = async ({ db }: TestApp): Promise<string> => {
  const code = `T${randomUUID().slice(0, 8)}`
  await db.sql.insertInto('bank_account').values({ code, bank: 'BCA', name: code, number: '123' }).execute()
  return code
}
