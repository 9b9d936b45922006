import type { ApprovalEvent } from '../../machines/approval.facts.ts'
import { messageTimes } from '../../machines/messageRules.ts'
import { type TemplateVersion, versionInForce } from '../../machines/smsTemplate.ts'
import { isByLaw, variablesIn } from '../../machines/smsText.ts'
import type { Database } from '../db/database.ts'
import { rulesAt } from '../inForce.ts'
import { idOfParts } from '../kit/hash.ts'
import type { Server } from '../server.ts'
import { sendersOf } from '../smsTemplate/senders.ts'
import { factOf } from '../store/events.ts'
import type { Effect } from '../store/outbox.ts'

/**
 * Queues a message to the customer whose application was returned, of the newest service template that says what is to
 * be mended. A lender without one asks by its app alone.
 */
export const askCustomer =
  (server: Server): Effect<'approval'> =>
  async ({ stream, event: job }) => {
    const { db, store, clock, channels } = server
    const { value, context } = await store.state(stream)
    if (value !== 'returned') return undefined
    const template = await asking(server)
    const sender = await senderOf(db)
    const [channel] = Object.keys(channels.sms)
    if (!template || sender === undefined || channel === undefined) return undefined
    const returned = (await store.history(stream)).findLast(({ type }) => type === 'returned')!
    const { orderNo, person, personVersion, app } = context.application!
    const at = clock.now()
    const { staleTtl } = messageTimes(await rulesAt({ db }, 'messageRules', at))
    const { text, number: textVersion, category } = template
    const of = { orderNo, person, personVersion, app, text, textVersion, channel, category, sender, batch: null }
    const content = { ...of, ...(isByLaw(template) && { byLaw: true as const }) }
    const id = idOfParts('mend', job)
    await store.send({
      stream: `message/${id}`,
      event: { type: 'messageBatched', by: (factOf(returned) as ApprovalEvent).by, at, ...content, staleTtl },
      via: 'SYS',
      key: `mend ${id}`,
      request: job,
    })
    return undefined
  }

/** The approved service template that names what is to be mended, the one approved last where there are several. */
const asking = async ({
  db,
  store,
}: Pick<Server, 'db' | 'store'>): Promise<(TemplateVersion & { text: string }) | undefined> => {
  const rows = await db.sql
    .selectFrom('sms_template')
    .select('id')
    .where('category', '=', 'service')
    .where('in_force', 'is not', null)
    .orderBy('approved_at', 'desc')
    .orderBy('id')
    .execute()
  const states = await store.states(rows.map(({ id }) => `smsTemplate/${id}` as const))
  return rows
    .flatMap(({ id: text }, nth) => {
      const version = versionInForce(String(states[nth]!.value), states[nth]!.context)
      return version ? [{ ...version, text }] : []
    })
    .find(({ category, body }) => category === 'service' && variablesIn(body).includes('mend'))
}

/** The name that service messages were last sent under, if it is still in use; otherwise the first one in use. */
const senderOf = async (db: Database): Promise<string | undefined> => {
  const { senders } = await sendersOf(db)
  const used = senders.flatMap(({ name, used: isUsed }) => (isUsed ? [name] : []))
  if (used.length === 0) return undefined
  const last = await db.sql
    .selectFrom('message')
    .select('sender')
    .where('category', '=', 'service')
    .where('sender', 'in', used)
    .orderBy('queued_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.sender ?? used[0]
}
