import { addDays, businessDay, dayStart } from '../../machines/calendar.ts'
import { closedOn } from '../../machines/contactRules.ts'
import { idOf } from '../../machines/kernel.ts'
import type { Reminder, ReminderTerms } from '../../machines/reminder.ts'
import { type TemplateVersion, versionInForce } from '../../machines/smsTemplate.ts'
import { isByLaw } from '../../machines/smsText.ts'
import { plan } from '../../services/loan.lists.ts'
import { contactSettingsOf, inForceIn } from '../contact/inForce.ts'
import { idOfParts } from '../kit/hash.ts'
import type { Exportables } from '../lists/exportable.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { isUsed } from '../smsTemplate/senders.ts'
import type { Effect } from '../store/outbox.ts'

/** The id of a day's batch. It is the same at every try, so that a day has one. */
const batchIdOf = (reminder: string, day: string): string => idOfParts(reminder, day)

/** The instalments that a reminder is about on a day, as a filter of the repayment plan. */
const filterOn = ({ days, side, product }: ReminderTerms, day: string) => {
  const due = addDays(day, side === 'before' ? days : -days)
  const late = side === 'before' ? 'pending' : 'overdue'
  return {
    status: days === 0 ? 'due' : late,
    dueFrom: dayStart(due),
    dueTo: dayStart(addDays(due, 1)),
    ...(product !== null && { product }),
  }
}

/** Makes the batch of a day, or says why there is none. */
export const makeReminders =
  (server: Server, lists: Exportables): Effect<'reminder'> =>
  async ({ stream }) => {
    const { store, clock, channels } = server
    const id = idOf(stream)
    const { value, context } = await store.state(stream)
    const { terms, day } = context
    if (value !== 'active' || !terms || day === null || context.last?.day === day) return undefined
    const told = (rows: number, reason: NonNullable<Reminder['last']>['reason']) => ({
      event: {
        type: 'remindersMade' as const,
        by: 'SYS',
        at: clock.now(),
        day,
        rows,
        batch: reason === null ? batchIdOf(id, day) : null,
        reason,
      },
    })
    // The job waited beyond its day: the texts would be of another day, and go out at night.
    if (businessDay(clock.now()) !== day) return told(0, 'late')
    const template = await store.state(`smsTemplate/${terms.text}`)
    const version = versionInForce(String(template.value), template.context)
    if (!version) return told(0, 'oldText')
    const [channel] = Object.keys(channels.sms)
    if (channel === undefined || !(await isUsed(server.db, terms.sender))) return told(0, 'senderGone')
    if (await isClosed(server, version)) return told(0, 'closed')
    const rows = await lists[plan.id]!.count(filterOn(terms, day), {
      by: context.editor,
      language: 'id',
      staff: { apps: terms.apps },
    })
    if (rows === 0) return told(0, 'nobody')
    if (rows > policy.mostInBatch) return told(rows, 'tooMany')
    await makeBatch(server, { id, context, version, channel, day, rows })
    return told(rows, null)
  }

const isClosed = async (server: Server, { category }: TemplateVersion): Promise<boolean> => {
  if (category === 'service') return false
  const now = server.clock.now()
  const { rules, yearKnown, holiday } = inForceIn(await contactSettingsOf(server), undefined, now)
  return closedOn(now, 'WIB', { rules, holiday: yearKnown ? holiday : undefined }, category) !== undefined
}

type Day = { id: string; context: Reminder; version: TemplateVersion; channel: string; day: string; rows: number }

const makeBatch = async ({ store, clock }: Server, { id, context, version, channel, day, rows }: Day) => {
  const { terms, editor, proposer, approver } = context
  const { text, sender, apps } = terms!
  const batch = batchIdOf(id, day)
  await store.send({
    stream: `smsBatch/${batch}`,
    event: {
      type: 'batchPlanned',
      by: 'SYS',
      at: clock.now(),
      text,
      textVersion: version.number,
      category: version.category,
      sender,
      channel,
      list: plan.id,
      title: 'routes:repayPlan',
      filter: filterOn(terms!, day),
      apps,
      startAt: clock.now(),
      ...(isByLaw(version) && { byLaw: true as const }),
      rows,
      reminder: id,
      author: editor,
      proposer: proposer!,
      approver: approver!,
    },
    via: 'SYS',
    key: `reminder ${batch}`,
    request: id,
    writes: (tx) =>
      tx.insertInto('sms_batch_run').values({ batch, secret: '{}', next: null, made: 0, is_counted: false }).execute(),
  })
}
