import type { Database } from '../db/database.ts'
import { notFound } from '../kit/refused.ts'

/** The person who applied for an order. Throws 404 for an order that does not exist. */
export const personOfOrder = async ({ sql }: Database, orderNo: string): Promise<string> => {
  const order = await sql.selectFrom('approval').select('person').where('order_no', '=', orderNo).executeTakeFirst()
  if (!order) throw notFound()
  return order.person
}
