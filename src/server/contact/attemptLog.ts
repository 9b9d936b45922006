import type { ContactEvent } from '../../machines/contact.facts.ts'
import type * as contact from '../../services/contact.ts'
import type { Server } from '../server.ts'
import { reachable, type Scope } from '../staff/appScope.ts'
import { staffNames } from '../staff/names.ts'
import { factOf } from '../store/events.ts'

type OfAttempt = Extract<ContactEvent, { attempt: string; purpose: string }>
const isOfAttempt = (event: ContactEvent): event is OfAttempt => 'attempt' in event && 'purpose' in event

/** The attempts of a person's record with their outcomes, the newest first; without orders beyond the app scope. */
export const attemptLog = async (
  { db, store }: Pick<Server, 'db' | 'store'>,
  stream: `contact/${string}`,
  staff: Scope,
): Promise<contact.Entry[]> => {
  const events = (await store.history(stream)).map((row) => factOf(row) as ContactEvent)
  const names = await staffNames(
    db,
    events.map(({ by }) => by),
  )
  const outcomes = new Map(
    events.flatMap((event) => (event.type === 'outcomeNoted' ? [[event.attempt, event.outcome] as const] : [])),
  )
  const orders = events.flatMap((event) => ('order' in event && event.order !== null ? [event.order] : []))
  const open = await reachable(db, staff, orders)
  return events
    .flatMap((event): contact.Entry[] => {
      if (!isOfAttempt(event)) return []
      const { by, at, attempt, purpose, channel, whom, order, byLaw = false } = event
      const type = event.type === 'holderAttempted' ? 'attempted' : event.type
      const outcome = outcomes.get(attempt) ?? null
      const rule = event.type === 'attemptBlocked' ? event.rule : null
      const about = order !== null && open.has(order) ? order : null
      const byName = names.get(by) ?? by
      return [{ attempt, at, type, purpose, channel, whom, byName, order: about, outcome, rule, byLaw }]
    })
    .toReversed()
}
