import { addDays, dayStart, daysBetween } from './calendar.ts'
import { never } from './kernel.ts'

export const collectionStages = ['pre', 's1', 's2', 'm2', 'm3', 'm4'] as const
/** How late a loan is: `pre` up to its due day, then by days overdue. */
export type CollectionStage = (typeof collectionStages)[number]

/** How the lender collects; `from` is the first day on which it applies. */
export type CollectionRules = {
  from: string
  /** The number of days before the due day on which pre-collection begins. */
  pre: number
  /** The first day overdue of each stage after the first one. */
  s2: number
  m2: number
  m3: number
  m4: number
  /** The most days ahead for which a payment may be promised. */
  horizon: number
  /** The days after a promised day on which the payment still counts. */
  grace: number
  /** The most days by which a hold may be back-dated. */
  heldBack: number
  /** The most days ahead for which an order is placed with an agency; values of before lack it. */
  placementDays?: number
  /** The most days ahead for which a case is retained, and the most cases of one collector; as above. */
  retainDays?: number
  retainMost?: number
  /** The most days after those of grace for which a verdict waits for the bank statement; as above. */
  statementDays?: number
}

/** The values of a new proposal. No Indonesian source gives them. */
export const usualCollection: Required<Omit<CollectionRules, 'from'>> = {
  pre: 3,
  s2: 8,
  m2: 31,
  m3: 61,
  m4: 91,
  horizon: 14,
  grace: 1,
  heldBack: 3,
  placementDays: 180,
  retainDays: 14,
  retainMost: 10,
  statementDays: 3,
}

export type StageBounds = Pick<CollectionRules, 's2' | 'm2' | 'm3' | 'm4'>

const firstDays = ({ s2, m2, m3, m4 }: StageBounds) => [1, s2, m2, m3, m4]

/** The stage on a day 'YYYY-MM-DD' of a loan with its oldest unpaid due day. */
export const stageOn = (due: string, day: string, bounds: StageBounds): CollectionStage => {
  const overdue = daysBetween(due, day)
  return collectionStages[firstDays(bounds).filter((first) => first <= overdue).length]!
}

/** The instant at which the stage of a day ends; `never` for the last one. */
export const stageEnds = (due: string, day: string, bounds: StageBounds): number => {
  const overdue = daysBetween(due, day)
  const next = firstDays(bounds).find((first) => first > overdue)
  return next === undefined ? never : dayStart(addDays(due, next))
}
