import { sql } from 'kysely'
import { messageTimes } from '../../machines/messageRules.ts'
import { versionInForce } from '../../machines/smsTemplate.ts'
import { isByLaw } from '../../machines/smsText.ts'
import * as message from '../../services/message.ts'
import { sizeOf } from '../../services/smsSegments.ts'
import { rulesAt } from '../inForce.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import { alarmsOf, ofSms } from '../providerReports/alarms.ts'
import type { Server } from '../server.ts'
import { isUsed, priceOn, sendersOf } from '../smsTemplate/senders.ts'
import { covers, isApp } from '../staff/appScope.ts'
import type { Call } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import type { Staff } from '../staff/sessions.ts'
import { messageLists } from './lists.ts'
import { allowedAt } from './messageAttempt.ts'
import { receipts } from './receipts.ts'
import { type Recipient, worded } from './wording.ts'

/** The list, the command that queues one message with its preview, the alarms and the receipts. */
export const messageHandlers = (server: Server) => {
  const { db, store, channels, handle } = server
  const { page, count } = messageLists(server)
  handle(message.list, page)
  handle(message.count, count)
  alarmsOf(server, message, ofSms(channels))
  receipts(server)

  handle(message.choices, async (_body, { staff }) => {
    const templates = await db.sql
      .selectFrom('sms_template')
      .select(['id', 'name', 'category', 'language'])
      .where('in_force', 'is not', null)
      .orderBy('category')
      .orderBy('name')
      .execute()
    const { senders } = await sendersOf(db)
    const apps = await db.sql
      .selectFrom('lending_app')
      .select(['code', 'name'])
      .where((eb) => eb.and(staff.apps === null ? [] : [sql<boolean>`code = any(${staff.apps})`]))
      .orderBy('code')
      .execute()
    return { templates, senders: senders.filter(({ used }) => used).map(({ name }) => name), apps }
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

  /** A lead as recipient. Throws 404 for no lead, 400 for an app that the caller does not see. */
  const leadOf = async (
    { lead: person, app }: { lead: string; app: string },
    { staff, language }: Pick<Call<Staff>, 'staff' | 'language'>,
  ) => {
    if ((await store.version(`lead/${person}`)) === 0) throw notFound()
    if (!covers(staff.apps, [app]) || !(await isApp(db, app)))
      throw badInput([{ field: 'app', reason: 'app' }], language)
    return { orderNo: null, person, personVersion: 0, app }
  }

  const previewOf = async (recipient: Recipient, text: string, now: number) => {
    const template = await templateOf(text)
    if (!template) throw notFound()
    const { person, orderNo } = recipient
    const about = { id: '', person, orderNo, category: template.category, byLaw: isByLaw(template) }
    const [found, [may]] = await Promise.all([
      worded(server, recipient, template, now),
      allowedAt(server, [about], now),
    ])
    const { rule = null, figures = {} } = may!.rule === undefined ? {} : may!
    if (found.skip !== undefined) {
      const { skip, missing = [] } = found
      return { wording: null, segments: null, cost: null, skip, missing, rule, figures }
    }
    const { segments } = sizeOf(found.wording)
    const price = await priceOn(db, now)
    const cost = price === undefined ? null : price * segments
    return { wording: found.masked, segments, cost, skip: null, missing: [], rule, figures }
  }
  handle(message.preview, async ({ orderNo, text }, { now }) =>
    previewOf({ ...(await orderOf(orderNo)), orderNo }, text, now),
  )
  handle(message.previewToLead, async ({ text, ...lead }, call) => previewOf(await leadOf(lead, call), text, call.now))

  const { create } = commandsOf(server, 'message', ({ id }: { id: string }) => id)
  type Terms = { text: string; sender: string }
  const queued = async (recipient: Recipient & { personVersion: number }, { text, sender }: Terms, now: number) => {
    const { orderNo, person, personVersion, app } = recipient
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
        ...(template && isByLaw(template) && { byLaw: true as const }),
        staleTtl: messageTimes(await rulesAt({ db }, 'messageRules', now)).staleTtl,
      },
    }
  }
  create(message.send, 'messageQueued', async ({ orderNo, ...terms }, call) =>
    queued({ ...(await orderOf(orderNo)), orderNo }, terms, call.now),
  )
  create(message.sendToLead, 'messageQueued', async ({ lead, app, ...terms }, call) =>
    queued(await leadOf({ lead, app }, call), terms, call.now),
  )
}
