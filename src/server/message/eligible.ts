import { businessDay } from '../../machines/calendar.ts'
import type { State } from '../../machines/kernel.ts'
import type { Message, MessageTerms } from '../../machines/message.ts'
import { versionInForce } from '../../machines/smsTemplate.ts'
import type { Server } from '../server.ts'
import { isUsed } from '../smsTemplate/senders.ts'
import type { Tx } from '../store/command.ts'
import { type Skip, worded, type Worded } from './judge.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault'>

/** A message that may be sent now, under which name, by what the order says. Otherwise the reason. */
export type Eligibility = Skip | (Worded & { sender: string; body: string })

/** Judges at the moment of sending whether a message is still true for its order, and fills its text. */
export const eligible = async (server: Parts, { context }: State<Message>, now: number): Promise<Eligibility> => {
  const { orderNo, text, textVersion, sender } = context.terms!
  const template = await server.store.state(`smsTemplate/${text}`)
  const version = versionInForce(String(template.value), template.context)
  // A text from before there were templates names none.
  if (version?.number !== textVersion || sender === null) return { skip: 'oldText' }
  if (!(await isUsed(server.db, sender))) return { skip: 'senderGone' }
  const found = await worded(server, orderNo, version, now)
  return found.skip === undefined ? { ...found, sender, body: version.body } : found
}

/** Thrown where another message already told the customer the same. */
export class Duplicate extends Error {}

// A message in one of these states did not reach the customer, and never will.
const inVain = ['failed', 'skipped', 'undelivered']

/** One text is told to one order once a day. */
const keyOf = ({ orderNo, text, textVersion }: MessageTerms, now: number) =>
  `${orderNo} ${text} ${textVersion} ${businessDay(now)}`

/** Whether another message has told the customer the same today, or may have. */
export const isTold = async (
  db: Pick<Tx, 'selectFrom'>,
  id: string,
  { terms }: Message,
  now: number,
): Promise<boolean> => {
  const other = await db
    .selectFrom('message_once')
    .innerJoin('message as holder', 'holder.id', 'message_once.message')
    .select('holder.state')
    .where('key', '=', keyOf(terms!, now))
    .where('message_once.message', '!=', id)
    .executeTakeFirst()
  return other !== undefined && !inVain.includes(other.state)
}

/** Reserves a text about an order for this message. Throws Duplicate when another message has it and may arrive. */
export const reserveText = async (tx: Tx, id: string, context: Message, now: number): Promise<void> => {
  const key = keyOf(context.terms!, now)
  // Locks the row, so that of two messages at once only one finds no other.
  await tx
    .insertInto('message_once')
    .values({ key, message: id })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .execute()
  if (await isTold(tx, id, context, now)) throw new Duplicate()
  await tx.updateTable('message_once').set({ message: id }).where('key', '=', key).execute()
}
