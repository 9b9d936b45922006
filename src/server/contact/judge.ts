import { businessDay, daysBetween } from '../../machines/calendar.ts'
import type { Contact, Wish } from '../../machines/contact.facts.ts'
import { contactMachine } from '../../machines/contact.ts'
import { clockTimesFrom } from '../../machines/contactRules.ts'
import { refusal, type State } from '../../machines/kernel.ts'
import { figuresOf, ruleOf } from './attempt.ts'
import { inForceIn } from './inForce.ts'

type Asked = Pick<Wish, 'purpose' | 'channel' | 'whom' | 'overdue' | 'agency' | 'certifiedUntil' | 'rests'> & {
  type: 'attempted' | 'whereaboutsAsked'
}
type OfPerson = {
  state: State<Contact>
  settings: Parameters<typeof inForceIn>[0]
  record: Parameters<typeof inForceIn>[1]
}

/** Rules that forbid an attempt for some time only. */
const passing = new Set([
  'holidaysKnown',
  'notDayOff',
  'notHoliday',
  'withinHours',
  'collectionCap',
  'smsCap',
  'marketingCap',
  'spaced',
])
const daysAhead = 31

/** The rule that forbids an attempt at an instant, the figures of its words, and the first instant that allows it. */
export const judge = ({ state, settings, record }: OfPerson, asked: Asked, at: number) => {
  const factsAt = (then: number) => ({
    ...asked,
    ...inForceIn(settings, record, then),
    overdue: asked.overdue === null ? null : asked.overdue + daysBetween(businessDay(at), businessDay(then)),
    by: 'SYS',
    at: then,
  })
  const forbiddenAt = (then: number) => refusal(contactMachine, state, factsAt(then), 'SYS')
  const why = forbiddenAt(at)
  const facts = factsAt(at)
  const rule = why === undefined ? null : ruleOf(why)
  const opensAt =
    rule !== null && passing.has(rule) ? (candidates(state, facts).find((then) => !forbiddenAt(then)) ?? null) : null
  return { rule, figures: figuresOf(facts), opensAt }
}

/** The later instants at which a passing rule may end: those at which hours open, and the end of the spacing. */
const candidates = (
  { context }: State<Contact>,
  { rules, zone, at }: ReturnType<typeof inForceIn> & { at: number },
) => {
  if (!rules || !zone) return []
  const opens = [rules.opens, ...(context.hours ? [context.hours.opens] : [])]
  return [context.collectedAt + rules.gap * 60_000, ...clockTimesFrom(at, zone, opens, daysAhead)]
    .filter((then) => then > at)
    .toSorted((one, other) => one - other)
}
