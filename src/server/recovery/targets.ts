import { businessDay, dayStart, weekday } from '../../machines/calendar.ts'
import { type Targets as Planned, targetsOn } from '../../machines/collectionGroup.ts'
import { type ContactRules, inForceAt } from '../../machines/contactRules.ts'
import { onlyCode } from '../../machines/setting.facts.ts'
import { shiftOn } from '../../machines/shifts.ts'
import { workable } from '../../services/recovery.columns.ts'
import { type Figures, type TargetName, targetNames, type Targets } from '../../services/recovery.ts'
import { daysIn, type Period } from '../report/period.ts'
import type { Tx } from '../store/command.ts'

/** A group's targets, and the hours of its day. */
export type Goals = { targets: readonly Planned[]; days: readonly number[]; opens: string; closes: string }

/** What each rate divides by: of several groups, the one with more of it counts for more. */
const weightOf: Readonly<Record<TargetName, (figures: Figures) => number>> = {
  coverage: workable,
  rightParty: ({ attempted }) => attempted,
  promiseRate: ({ reached }) => reached,
  keptRate: ({ judged }) => judged,
  cureRate: workable,
  rollRate: ({ openingPrincipal }) => openingPrincipal,
  productivity: ({ minutes }) => minutes,
}

const mean = (values: readonly { value: number; weight: number }[]) => {
  const weights = values.reduce((sum, { weight }) => sum + weight, 0)
  return Math.round(values.reduce((sum, { value, weight }) => sum + value * (weight / weights), 0))
}

/** The mean of a group's target over days, those without one left out; undefined without any. */
const targetOf = ({ targets }: Goals, name: TargetName, days: readonly string[]) => {
  const values = days.map((day) => targetsOn(targets, day)?.[name] ?? 0).filter((value) => value > 0)
  return values.length === 0 ? undefined : mean(values.map((value) => ({ value, weight: 1 })))
}

/** What the groups with these figures were to reach on the days of a period. */
export const targetsOf = (
  goals: ReadonlyMap<string, Goals>,
  groups: ReadonlyMap<string, Figures>,
  period: Period,
): Targets => {
  const days = daysIn(period)
  const of = (name: TargetName) => {
    const found = [...groups].flatMap(([group, figures]) => {
      const its = goals.get(group)
      const value = its && targetOf(its, name, days)
      return value === undefined ? [] : [{ value, weight: Math.max(0, weightOf[name](figures)) }]
    })
    if (found.length === 0) return null
    const isIdle = found.every(({ weight }) => weight === 0)
    return mean(isIdle ? found.map(({ value }) => ({ value, weight: 1 })) : found)
  }
  return Object.fromEntries(targetNames.map((name) => [name, of(name)])) as Targets
}

/** The hours of a day of a group without shifts of its own. */
export type UsualHours = Pick<ContactRules, 'weekdays' | 'opens' | 'closes'> | undefined

/** How much of the day of these groups is over at an instant, in basis points; null where none of them works that day. */
export const dayOverOf = (goals: readonly Goals[], usual: UsualHours, now: number): number | null => {
  const nth = weekday(now)
  const shifts = goals.flatMap(({ days, opens, closes }) => {
    const hours = days.length > 0 ? { days, opens, closes } : usual && { ...usual, days: usual.weekdays }
    return hours?.days.includes(nth) ? [shiftOn(hours)] : []
  })
  if (shifts.length === 0) return null
  const begins = Math.min(...shifts.map(({ from }) => from))
  const ends = Math.max(...shifts.map(({ to }) => to))
  const passed = (now - dayStart(businessDay(now))) / 60_000
  return Math.round((Math.min(Math.max(passed, begins), ends) - begins) * (10_000 / (ends - begins)))
}

/** The goals of each group by its id, and the lender's own hours at an instant. */
export const goalsAt = async (tx: Tx, now: number) => {
  const groups = await tx.selectFrom('collection_group').select(['id', 'targets', 'days', 'opens', 'closes']).execute()
  const rules = await tx
    .selectFrom('setting')
    .select('in_force')
    .where('kind', '=', 'contactRules')
    .where('code', '=', onlyCode)
    .executeTakeFirst()
  return {
    goals: new Map(groups.map(({ id, targets, ...hours }) => [id, { ...hours, targets: targets ?? [] }])),
    usual: inForceAt((rules?.in_force ?? []) as ContactRules[], now),
  }
}
