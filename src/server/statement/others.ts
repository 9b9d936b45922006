import { digits } from '../files/table.titles.ts'
import type { Server } from '../server.ts'

/** The other accounts in a file by their numbers, with the code of those that are the lender's. */
export const othersIn = async ({ sql }: Server['db'], numbers: readonly string[] = []) => {
  if (numbers.length === 0) return []
  const accounts = await sql.selectFrom('bank_account').select(['code', 'number']).execute()
  return numbers.map((number) => ({
    number,
    account: accounts.find((one) => digits(number).endsWith(digits(one.number)))?.code ?? null,
  }))
}
