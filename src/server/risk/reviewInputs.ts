import type { RuleInputs } from '../../machines/rules.ts'
import { open, seal } from '../customers/vault.ts'
import type { Database } from '../db/database.ts'
import type { ReviewInputRow } from '../db/tables.ts'
import type { Tx } from '../store/command.ts'

type Review = { orderNo: string; round: number; person: string; ruleSet: string; at: number }

const about = (orderNo: string, round: number) => `review/${orderNo}/${round}`

/** Makes the row of one review's inputs, sealed with the customer's key. */
export const inputRow = (key: Uint8Array, { orderNo, round, person, ruleSet, at }: Review, inputs: RuleInputs) => ({
  order_no: orderNo,
  round,
  person,
  rule_set: ruleSet,
  at,
  data: seal(key, about(orderNo, round), Buffer.from(JSON.stringify(inputs))),
})

/** Opens such a row; undefined when the customer's key was destroyed. Inputs added after the row are absent. */
export const openInputs = (
  { order_no, round, data }: Pick<ReviewInputRow, 'order_no' | 'round' | 'data'>,
  key: Uint8Array | null,
): Partial<RuleInputs> | undefined =>
  key ? (JSON.parse(open(key, about(order_no, round), data).toString()) as Partial<RuleInputs>) : undefined

/** Stores a review's inputs in the transaction of its outcome; nothing when the customer's key was destroyed. */
export const keepInputs = async (tx: Tx, review: Review, inputs: RuleInputs): Promise<void> => {
  const key = await tx.selectFrom('person_key').select('key').where('person', '=', review.person).executeTakeFirst()
  if (!key) return
  const row = inputRow(key.key, review, inputs)
  await tx
    .insertInto('review_input')
    .values(row)
    .onConflict((conflict) => conflict.columns(['order_no', 'round']).doUpdateSet(row))
    .execute()
}

/** Reads an order's last review up to a round, with its inputs; undefined when they were not kept or are erased. */
export const lastReview = async (db: Database, orderNo: string, round: number) => {
  const row = await db.sql
    .selectFrom('review_input')
    .leftJoin('person_key', 'person_key.person', 'review_input.person')
    .select(['order_no', 'round', 'review_input.person', 'at', 'data', 'key'])
    .where('order_no', '=', orderNo)
    .where('round', '<=', round)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst()
  const inputs = row && openInputs(row, row.key)
  return inputs && { round: row.round, person: row.person, at: row.at, inputs }
}
