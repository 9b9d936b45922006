import { addDays, businessDay, dayStart, daysBetween } from '../../machines/calendar.ts'
import type { CollectionRules } from '../../machines/collectionStages.ts'
import { idOf, type State } from '../../machines/kernel.ts'
import type { Loan } from '../../machines/loan.facts.ts'
import {
  judgedPromise,
  openPromise,
  type RecoveryCase,
  type RecoveryCaseEvent,
  type Settlement,
  verdictOf,
} from '../../machines/recoveryCase.facts.ts'
import { newestRecords } from '../contact/attempt.ts'
import { inForce } from '../inForce.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import { paidOfPromise } from './received.ts'

type Place = { province: string; regency: string }
type Following = {
  loan: State<Loan>
  found: State<RecoveryCase>
  rules: CollectionRules | undefined
  now: number
  /** Where the customer lives. */
  placeOf: (person: string) => Promise<Place | undefined>
}

/** Why nothing of a loan is to be collected; undefined while something is. */
const overBecause = ({ value, context: { entries, oldestDue } }: State<Loan>): Settlement | undefined => {
  if (value === 'voided') return 'voided'
  if (entries.some(({ kind }) => kind === 'writtenOff')) return 'writtenOff'
  return oldestDue === null ? 'paid' : undefined
}

const isOpen = ({ value }: State<RecoveryCase>) => typeof value === 'object'

/** The event of an open case that brings it in line with its loan; undefined when it is. */
const followed = ({ loan, found, rules, now }: Following): RecoveryCaseEvent | undefined => {
  const { context } = found
  const done = { by: 'SYS', at: now }
  const due = loan.context.oldestDue
  const over = overBecause(loan)
  const paid = paidOfPromise(loan.context, context)
  const open = openPromise(context)
  // The rules that opened the episode say how near its next due day may be.
  if (over || daysBetween(businessDay(now), due!) > context.rules!.pre)
    return { type: 'episodeSettled', ...done, settlement: over ?? 'paid', paid: open ? paid : null }
  if (due !== context.due) return { type: 'dueDayMoved', ...done, due: due!, rules: rules ?? context.rules! }
  if (open && paid !== open.paid) return { type: 'paymentsFollowed', ...done, paid: paid! }
  const judged = open ? undefined : judgedPromise(context)
  if (judged && verdictOf(judged.amount, paid!) !== judged.outcome)
    return { type: 'promiseCorrected', ...done, paid: paid! }
  return undefined
}

/** The next step of a case: an event that brings it in line with its loan, or the ms until the loan is near its due day. */
export const nextOfCase = async (
  following: Following,
): Promise<{ event: RecoveryCaseEvent } | { again: number } | undefined> => {
  const { loan, found, rules, now, placeOf } = following
  if (isOpen(found)) {
    const event = followed(following)
    return event && { event }
  }
  if (overBecause(loan)) return undefined
  const due = loan.context.oldestDue!
  const begins = rules ? dayStart(addDays(due, -rules.pre)) : dayStart(addDays(businessDay(now), 1))
  if (!rules || now < begins) return { again: begins - now }
  const { orderNo, order } = loan.context
  const { person = '', app = '', product = '' } = order ?? {}
  // An older instalment is owed again: a payment was reversed, and the episode that it ended goes on.
  const type = found.version > 0 && due <= found.context.due ? 'episodeReopened' : 'episodeOpened'
  const of = { person, app, product, ...(await placeOf(person)) }
  return { event: { type, by: 'SYS', at: now, due, rules, orderNo, order: of } }
}

/**
 * Brings the case of a loan in line with it. It works from the present states, so it does not matter which event of the
 * loan asked for it, nor how late. The job of a loan that is far from its due day waits for that day.
 */
export const followLoan =
  (server: Pick<Server, 'db' | 'store' | 'clock' | 'vault'>): Effect<'loan'> =>
  async (job) => {
    const { store, clock } = server
    const placeOf = async (person: string) => {
      const { address } = (await newestRecords(server, [person])).get(person)?.record ?? {}
      return address && { province: address.province, regency: address.city }
    }
    const stream = `recoveryCase/${idOf(job.stream)}` as const
    const rules = await inForce(server, 'collectionRules', clock.now())
    for (;;) {
      const loan = await store.state(job.stream)
      const found = await store.state(stream)
      const next = await nextOfCase({ loan, found, rules, now: clock.now(), placeOf })
      if (!next || 'again' in next) return next
      try {
        await store.send({
          stream,
          version: found.version,
          event: next.event,
          via: 'SYS',
          key: `${stream} ${found.version} ${next.event.type}`,
          request: '',
          reads: [{ stream: job.stream, version: loan.version }],
        })
      } catch (error) {
        // Either stream has moved on meanwhile: reads both again.
        if (!(error instanceof Refused) || error.code !== 409) throw error
      }
    }
  }
