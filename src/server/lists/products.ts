import type { Database } from '../db/database.ts'

/** Whether the lender has a product of this code. */
export const isProduct = async ({ sql: db }: Pick<Database, 'sql'>, code: string): Promise<boolean> =>
  (await db.selectFrom('product').select('code').where('code', '=', code).executeTakeFirst()) !== undefined

/** The codes and names of the products, by name. */
export const productsOf = ({ sql: db }: Pick<Database, 'sql'>) =>
  db.selectFrom('product').select(['code', 'name']).orderBy('name').execute()
