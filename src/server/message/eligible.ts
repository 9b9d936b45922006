import { sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import type { MessageTerms } from '../../machines/message.ts'
import { versionInForce } from '../../machines/smsTemplate.ts'
import type { Database } from '../db/database.ts'
import type { Server } from '../server.ts'
import { isUsed } from '../smsTemplate/senders.ts'
import { type Skip, wordedAll, type Worded } from './wording.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault'>
type Waiting = { id: string; terms: MessageTerms }

/** A message that may be sent now, under which name, by what the order or lead says. Otherwise the reason. */
export type Eligibility = Skip | (Worded & { sender: string; body: string })

/** Judges at the moment of sending whether each of some messages is still true for its order or lead, and fills its text. */
export const eligible = async (
  server: Parts,
  messages: readonly Waiting[],
  now: number,
): Promise<Map<string, Eligibility>> => {
  const found = new Map<string, Eligibility>()
  // The messages of a batch share all of these, and then one query reads the orders or leads of all of them.
  const alike = Map.groupBy(messages, ({ terms: { text, textVersion, sender } }) => `${text} ${textVersion} ${sender}`)
  for (const several of alike.values())
    for (const [index, one] of (await eligibleOfText(server, several, now)).entries())
      found.set(several[index]!.id, one)
  return found
}

/** Judges messages of one version of a text and one sender. */
const eligibleOfText = async (server: Parts, messages: readonly Waiting[], now: number): Promise<Eligibility[]> => {
  const { text, textVersion, sender } = messages[0]!.terms
  const template = await server.store.state(`smsTemplate/${text}`)
  const version = versionInForce(String(template.value), template.context)
  // A text from before there were templates names none.
  if (version?.number !== textVersion || sender === null) return messages.map(() => ({ skip: 'oldText' }))
  if (!(await isUsed(server.db, sender))) return messages.map(() => ({ skip: 'senderGone' }))
  const texts = await wordedAll(
    server,
    messages.map(({ terms }) => terms),
    version,
    now,
  )
  return texts.map((one) => (one.skip === undefined ? { ...one, sender, body: version.body } : one))
}

// A message in one of these states did not reach the customer, and never will.
const inVain = ['failed', 'skipped', 'undelivered'] as const

/** One text is told to one order, or to one lead, once a day. */
const keyOf = ({ orderNo, person, text, textVersion }: MessageTerms, now: number) =>
  `${orderNo ?? person} ${text} ${textVersion} ${businessDay(now)}`

/** The reservation of a text about an order or for a lead, for the messages of one business day. */
export type Reserved = { day: string }

/**
 * Reserves each message's text about its order or for its lead. Undefined where another message has it that told the customer the same
 * today, may have, or is about to.
 */
export const reserveTexts = async (
  { sql: db }: Pick<Database, 'sql'>,
  messages: readonly Waiting[],
  now: number,
): Promise<(Reserved | undefined)[]> => {
  const wanted = messages.map(({ id, terms }) => ({ key: keyOf(terms, now), message: id }))
  // One message a key, in one order, so that two servers do not wait for each other.
  const each = [...new Map(wanted.toReversed().map((one) => [one.key, one])).values()].toSorted((one, other) =>
    one.key < other.key ? -1 : 1,
  )
  const { rows } = await sql<{ message: string }>`
    insert into message_once as held select * from jsonb_populate_recordset(null::message_once, ${JSON.stringify(each)}::jsonb)
    on conflict (key) do update set message = excluded.message
    where held.message = excluded.message or not exists (
      select from message holder where holder.id = held.message and holder.state not in (${sql.join(inVain)}))
    returning message`.execute(db)
  const holders = new Set(rows.map(({ message }) => message))
  const day = businessDay(now)
  return messages.map(({ id }) => (holders.has(id) ? { day } : undefined))
}
