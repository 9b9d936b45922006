import type { BankLayout } from '../../machines/setting.facts.ts'
import type { Database } from '../db/database.ts'

/** The name of the setting with the layout of an account's files. */
export const layoutOf = (account: string) => `bankLayout/${account}` as const

/** The layout that two people saved for an account's files. */
export const layoutInForce = async ({ db }: { db: Database }, account: string): Promise<BankLayout | undefined> => {
  const row = await db.sql
    .selectFrom('setting')
    .select('in_force')
    .where('id', '=', layoutOf(account))
    .executeTakeFirst()
  return row?.in_force.at(-1) as BankLayout | undefined
}
