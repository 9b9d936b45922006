import { messageTimes } from '../../machines/messageRules.ts'
import { versionInForce } from '../../machines/smsTemplate.ts'
import * as message from '../../services/message.ts'
import { sizeOf } from '../../services/smsSegments.ts'
import { rulesAt } from '../inForce.ts'
import { notFound } from '../kit/refused.ts'
import { alarmsOf, ofSms } from '../providerReports/alarms.ts'
import type { Server } from '../server.ts'
import { isUsed, priceOn, sendersOf } from '../smsTemplate/senders.ts'
import { commandsOf } from '../staff/commands.ts'
import { messageLists } from './lists.ts'
import { allowedAt } from './messageAttempt.ts'
import { receipts } from './receipts.ts'
import { worded } from './wording.ts'

/** The list, the command that queues one message with its preview, the alarms and the receipts. */
export const messageHandlers = (server: Server) => {
  const { db, store, channels, handle } = server
  const { page, count } = messageLists(server)
  handle(message.list, page)
  handle(message.count, count)
  alarmsOf(server, message, ofSms(channels))
  receipts(server)

  handle(message.choices, async () => {
    const templates = await db.sql
      .selectFrom('sms_template')
      .select(['id', 'name', 'category', 'language'])
      .where('in_force', 'is not', null)
      .orderBy('category')
      .orderBy('name')
      .execute()
    const { senders } = await sendersOf(db)
    return { templates, senders: senders.filter(({ used }) => used).map(({ name }) => name) }
  })

  const orderOf = async (orderNo: string) => {
    const { application } = (await store.state(`approval/${orderNo}`)).context
    if (!application) throw notFound()
    return application
  }
  const templateOf = async (id: string) => {
    const { value, context } = await store.existing(`smsTemplate/${id}`)
    return versionInForce(String(value), context)
  }

  handle(message.preview, async ({ orderNo, text }, { now }) => {
    const { person } = await orderOf(orderNo)
    const template = await templateOf(text)
    if (!template) throw notFound()
    const about = { id: '', person, orderNo, category: template.category }
    const [found, [may]] = await Promise.all([worded(server, orderNo, template, now), allowedAt(server, [about], now)])
    const { rule = null, figures = {} } = may!.rule === undefined ? {} : may!
    if (found.skip !== undefined) {
      const { skip, missing = [] } = found
      return { wording: null, segments: null, cost: null, skip, missing, rule, figures }
    }
    const { segments } = sizeOf(found.wording)
    const price = await priceOn(db, now)
    const cost = price === undefined ? null : price * segments
    return { wording: found.masked, segments, cost, skip: null, missing: [], rule, figures }
  })

  const { create } = commandsOf(server, 'message', ({ id }: { id: string }) => id)
  create(message.send, 'messageQueued', async ({ orderNo, text, sender }, call) => {
    const { person, personVersion, app } = await orderOf(orderNo)
    const template = await templateOf(text)
    const [channel] = Object.keys(channels.sms)
    if (channel === undefined) throw notFound()
    return {
      facts: {
        orderNo,
        person,
        personVersion,
        app,
        text,
        textVersion: template?.number ?? 0,
        channel,
        category: template?.category ?? 'service',
        sender,
        approved: template !== undefined,
        used: await isUsed(db, sender),
        staleTtl: messageTimes(await rulesAt({ db }, 'messageRules', call.now)).staleTtl,
      },
    }
  })
}
