import { normalPhone } from '../../machines/identity.ts'
import type { State } from '../../machines/kernel.ts'
import type { Message } from '../../machines/message.ts'
import { holds, wordingOf } from '../../machines/messageTexts.ts'
import type { Server } from '../server.ts'
import type { Read, Tx } from '../store/command.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault'>

/** A message that may be sent now: its number and wording, and what that was judged by. Otherwise the reason. */
export type Eligibility =
  | { skip: string }
  | { skip: undefined; to: string; personVersion: number; wording: string; reads: readonly Read[] }

/** Judges at the moment of sending whether a message may be sent, and fills its text. */
export const eligible = async ({ db, store, vault }: Parts, { context }: State<Message>): Promise<Eligibility> => {
  const { orderNo, person, app } = context.terms!
  const approval = await store.state(`approval/${orderNo}`)
  const loan = await store.state(`loan/${orderNo}`)
  if (!holds(loan)) return { skip: 'settled' }
  const { personVersion } = approval.context.application!
  const [record] = await vault.read([{ person, version: personVersion }])
  if (!record) return { skip: 'erased' }
  const to = normalPhone(record.phone)
  if (to === undefined) return { skip: 'badNumber' }
  const lender = await db.sql.selectFrom('lending_app').select('name').where('code', '=', app).executeTakeFirst()
  const wording = wordingOf(context.terms!, lender?.name ?? app, loan.context)
  if (wording === undefined) return { skip: 'oldText' }
  const reads = [
    { stream: `approval/${orderNo}`, version: approval.version },
    { stream: `loan/${orderNo}`, version: loan.version },
  ]
  return { skip: undefined, to, personVersion, wording, reads }
}

/** Thrown where another message already told the customer the same. */
export class Duplicate extends Error {}

// A message in one of these states did not reach the customer, and never will.
const inVain = ['failed', 'skipped', 'undelivered']

/** Reserves a text about an order for this message. Throws Duplicate when another message has it and may arrive. */
export const reserveText = async (tx: Tx, id: string, { terms }: Message): Promise<void> => {
  const { orderNo, text, textVersion } = terms!
  const key = `${orderNo} ${text} ${textVersion}`
  const { message: holder } = await tx
    .insertInto('message_once')
    .values({ key, message: id })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('message')
    .executeTakeFirstOrThrow()
  if (holder === id) return
  const other = await tx.selectFrom('message').select('state').where('id', '=', holder).executeTakeFirst()
  if (other && !inVain.includes(other.state)) throw new Duplicate()
  await tx.updateTable('message_once').set({ message: id }).where('key', '=', key).execute()
}
