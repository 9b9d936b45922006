import type { ContactChannel } from './contact.facts.ts'
import { byAnother, type DeadlineFact, type Fact, onPayload, type Payload } from './kernel.ts'
import { isPassed, type Scorecard } from './scorecard.ts'

/** The visit to a lead that is checked: who worked on it, how it ended, and the last call. */
export type Visit = {
  lead: string
  seller: string
  end: 'finished' | 'invalid'
  call: { attempt: string; channel: ContactChannel; at: number } | null
  card: Scorecard
}

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
type Passing = { missed: string[] }
type Failing = { missed: string[]; evidence: string }
export type QualityEvent =
  | Did<'sampled' | 'sampledTwice', Visit>
  | Did<'complained', Visit & { complaint: string }>
  | Did<'complaintAdded', { complaint: string }>
  | Did<'checkPassed' | 'secondPassed' | 'appealUpheld', Passing>
  | Did<'checkFailed' | 'secondFailed' | 'appealDismissed', Failing>
  | Did<'appealed', { reason: string }>
  | DeadlineFact<'secondLapsed'>

/** One checker's marks; `evidence` says where the visit failed. */
export type Check = { by: string; at: number; isPassed: boolean; missed: string[]; evidence: string | null }

export type Quality = {
  visit: Visit | null
  sampledAt: number
  complaint: string | null
  /** Everybody who checked the visit, in turn. */
  checkers: string[]
  /** The check that counts. */
  check: Check | null
  /** The second check, which only measures whether it agrees with the verdict of the first checker. */
  second: (Check & { of: string; agrees: boolean }) | null
  /** The seller's reason against a failed check. */
  appeal: { at: number; reason: string } | null
  decidedAt: number | null
}

type About = { context: Quality; event: Payload<QualityEvent> }

const day = 24 * 3_600_000

const passes = ({ context, event }: About) => isPassed(context.visit!.card, event.missed!)

export const rules = {
  notSeller: ({ context, event }: About) => context.visit!.seller !== event.by,
  notFirstChecker: ({ context, event }: About) => context.check!.by !== event.by,
  notEarlierChecker: ({ context, event }: About) => !context.checkers.includes(event.by),
  /** The first barred is the seller, who appealed. */
  anotherPerson: byAnother(({ visit, checkers }: Quality) => [visit?.seller, ...checkers]),
  onCard: onPayload(({ context, event }: About) =>
    event.missed!.every((missed) => context.visit!.card.items.some(({ name }) => name === missed)),
  ),
  passes: onPayload(passes),
  fails: onPayload((about: About) => !passes(about)),
  seller: ({ context, event }: About) => context.visit!.seller === event.by,
  notAppealed: ({ context }: About) => context.appeal === null,
  inAppealTime: onPayload(
    ({ context, event }: About) => event.at < context.decidedAt! + context.visit!.card.appeal * day,
  ),
}

export type Sampled = Fact & Visit & { complaint?: string }
export type Checked = Fact & Passing & { evidence?: string }

export const sampled = ({ event }: { event: Sampled }) => {
  const { lead, seller, end, call, card, at, complaint } = event
  return { visit: { lead, seller, end, call, card }, sampledAt: at, complaint: complaint ?? null }
}

type Marked = { context: Quality; event: Checked }
const checkOf = ({ context, event: { by, at, missed, evidence } }: Marked, passed: boolean) => ({
  made: { by, at, isPassed: passed, missed, evidence: evidence ?? null },
  checkers: [...context.checkers, by],
})

export const checked = (passed: boolean) => (of: Marked) => {
  const { made, checkers } = checkOf(of, passed)
  return { check: made, checkers }
}

export const checkedAgain = (passed: boolean) => (of: Marked) => {
  const { made, checkers } = checkOf(of, passed)
  const { by, isPassed: before } = of.context.check!
  return { second: { ...made, of: by, agrees: before === passed }, checkers }
}

export const instants = {
  lapsesAt: ({ check, visit }: Quality) => check!.at + visit!.card.wait * day,
}
