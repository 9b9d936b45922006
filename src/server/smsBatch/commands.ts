import { dayStart } from '../../machines/calendar.ts'
import { versionInForce } from '../../machines/smsTemplate.ts'
import { isByLaw } from '../../machines/smsText.ts'
import * as smsBatch from '../../services/smsBatch.ts'
import { noteSearchesIn } from '../audit/searches.ts'
import { contactSettingsOf, inForceIn } from '../contact/inForce.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import { type Exportables, filterParts, listNamed } from '../lists/exportable.ts'
import { pageOf, pageSize } from '../lists/keyset.ts'
import { maskedPeople } from '../message/maskedPeople.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { isUsed } from '../smsTemplate/senders.ts'
import { covers, isApp } from '../staff/appScope.ts'
import type { Call } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import type { Staff } from '../staff/sessions.ts'
import { smsBatchLists } from './lists.ts'

const minuteMs = 60_000

/** The batches, and the commands of those who draft, approve, pause and cancel them. */
export const smsBatchHandlers = (server: Server, lists: Exportables) => {
  const { db, store, ids, channels, handle } = server
  const { page, count, one } = smsBatchLists(server)
  handle(smsBatch.list, page)
  handle(smsBatch.countBatches, count)

  handle(smsBatch.detail, async ({ id }, call) => {
    const batch = await one(id, call)
    if (!batch) throw notFound()
    const { terms } = (await store.state(`smsBatch/${id}`)).context
    const { approved } = (await store.state(`smsTemplate/${batch.text}`)).context
    const reasons = await db.sql
      .selectFrom('message')
      .select(['reason'])
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('batch', '=', id)
      .where('reason', 'is not', null)
      .groupBy('reason')
      .orderBy('reason')
      .execute()
    return {
      batch,
      body: approved.find(({ number }) => number === terms!.textVersion)?.body ?? '',
      app: terms!.app ?? null,
      byLaw: terms!.byLaw ?? false,
      skipped: Object.fromEntries(reasons.map(({ reason, count: found }) => [reason!, found])),
    }
  })

  handle(smsBatch.people, async ({ id, which, after = -1, limit = pageSize }, call) => {
    if (!(await one(id, call))) throw notFound()
    const found = await db.sql
      .selectFrom('sms_batch_person')
      .leftJoin('approval', 'approval.order_no', 'sms_batch_person.order_no')
      .select(['n', 'sms_batch_person.person', 'sms_batch_person.order_no', 'skip', 'segments', 'person_version'])
      .where('batch', '=', id)
      .where('n', '>', after)
      .$if(which === smsBatch.toBeSent, (all) => all.where('skip', 'is', null))
      .$if(which !== smsBatch.toBeSent && which !== smsBatch.everybody, (all) => all.where('skip', '=', which))
      .orderBy('n')
      .limit(limit + 1)
      .execute()
    const { rows: shown, next } = pageOf(found, limit, ({ n }) => n)
    const customers = await maskedPeople(
      server,
      shown.map(({ person, person_version: version }) => ({ person, version: version ?? 0 })),
    )
    const rows = shown.map(({ n, order_no: orderNo, skip, segments }, index): smsBatch.BatchPerson => {
      const { name: customer, phone } = customers[index]!
      return { n, orderNo, customer, phone, skip, segments }
    })
    return { rows, next }
  })

  /** The app that speaks to leads, and who may see the batch then. Orders have their own. */
  const speakingTo = async (list: string, app: string | undefined, { staff, language }: Call<Staff>) => {
    const isToLeads = list === smsBatch.leadAudience
    if (!isToLeads && app === undefined) return {}
    const isSeen = isToLeads && app !== undefined && covers(staff.apps, [app]) && (await isApp(db, app))
    if (!isSeen) throw badInput([{ field: 'app', reason: 'app' }], language)
    return { app, apps: [app] }
  }

  const { command, create } = commandsOf(server, 'smsBatch', ({ id }: { id: string }) => id)
  create(smsBatch.draft, 'batchDrafted', async ({ list: name, filter, text, sender, app, day, time }, call) => {
    const list = listNamed(lists, name, call)
    const speaks = await speakingTo(name, app, call)
    const { open, secret } = filterParts(list, filter, call.language)
    const whole = { ...open, ...secret }
    await noteSearchesIn(server, { interface: list.interface, body: list.filter }, whole, call)
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    const startAt = dayStart(day) + (hours * 60 + minutes) * minuteMs
    const template = await store.existing(`smsTemplate/${text}`)
    const [channel] = Object.keys(channels.sms)
    if (channel === undefined) throw notFound()
    const inForce = versionInForce(String(template.value), template.context)
    const { rules, yearKnown, holiday } = inForceIn(await contactSettingsOf(server), undefined, startAt)
    const id = ids()
    return {
      id,
      facts: {
        text,
        textVersion: inForce?.number ?? 0,
        category: inForce?.category ?? 'service',
        sender,
        channel,
        list: name,
        title: list.title(whole),
        filter: open,
        apps: call.staff.apps,
        startAt,
        ...speaks,
        ...(inForce && isByLaw(inForce) && { byLaw: true as const }),
        rules,
        yearKnown,
        holiday,
        approved: inForce !== undefined,
        used: await isUsed(db, sender),
        rows: await list.count(whole, call),
        limit: policy.mostInBatch,
      },
      writes: (tx) =>
        tx
          .insertInto('sms_batch_run')
          .values({ batch: id, secret: JSON.stringify(secret), next: null, made: 0, is_counted: false })
          .execute(),
    }
  })

  /** The terms of a batch. Throws 404 where it is to orders of apps that the caller does not see, or does not exist. */
  const termsFor = async ({ id }: { id: string }, { staff }: Call<Staff>) => {
    const { terms } = (await store.state(`smsBatch/${id}`)).context
    if (!terms || !covers(staff.apps, terms.apps)) throw notFound()
    return terms
  }
  const covered = async (batch: { id: string }, call: Call<Staff>) => {
    await termsFor(batch, call)
    return {}
  }
  command(smsBatch.propose, 'batchProposed', covered)
  command(smsBatch.approve, 'batchApproved', async (batch, call) => {
    const { startAt } = await termsFor(batch, call)
    const { rules, yearKnown, holiday } = inForceIn(
      await contactSettingsOf(server),
      undefined,
      Math.max(startAt, call.now),
    )
    return { rules, yearKnown, holiday }
  })
  command(smsBatch.refuse, 'batchRefused', async (batch, call) => {
    await termsFor(batch, call)
    return { reason: batch.reason }
  })
  command(smsBatch.pause, 'batchPaused', covered)
  command(smsBatch.resume, 'batchResumed', covered)
  command(smsBatch.cancel, 'batchCancelled', covered)
}
