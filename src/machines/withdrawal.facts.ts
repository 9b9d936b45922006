import { businessDay } from './calendar.ts'
import { byAnother, type DeadlineFact, type Fact, onPayload, type Payload } from './kernel.ts'
import type { FinalWord } from './payout.facts.ts'

/** Whole rupiah, the lender's account, the channel and the purpose. The recipient is stored encrypted beside it. */
export type WithdrawalOrder = { account: string; channel: string; amount: number; purpose: string }
/** The channel's limit, null when it is closed. */
type Sendable = { most: number | null }

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type WithdrawalEvent =
  | Did<'withdrawalRequested', WithdrawalOrder & Sendable & { matches: boolean }>
  | Did<'withdrawalApproved', Sendable & { answerTtl: number }>
  | Did<'withdrawalRefused', { reason: string }>
  | Did<'withdrawalCancelled'>
  | Did<'withdrawalAccepted', { answerTtl: number }>
  | Did<'withdrawalSucceeded', { amount: number; paidAt: number }>
  | Did<'withdrawalFailed' | 'withdrawalBounced', { code: string }>
  | Did<'withdrawalContradicted', { word: FinalWord; code: string }>
  | DeadlineFact<'noAnswer'>
  | Did<'paidProposed', { day: string; evidence: string }>
  | Did<'unpaidProposed', { evidence: string }>
  | Did<'withdrawalResolved'>
  | Did<'proofRefused', { reason: string }>

/**
 * A person's finding about a sending of unknown outcome, and who confirmed it; without a day the money was not paid.
 */
type Proof = { day: string | null; by: string; evidence: string; confirmedBy: string | null }

export type Withdrawal = {
  order: WithdrawalOrder | null
  requester: string
  requestedAt: number
  checker: string | null
  refusal: string | null
  sentAt: number | null
  status: 'sent' | 'accepted' | FinalWord | null
  /** The provider's own code in its last message. */
  code: string | null
  endedAt: number | null
  /** When the money arrived, by the provider or by two people; it may have been returned since. */
  paidAt: number | null
  /** A second, different final message. */
  contradiction: { word: FinalWord; code: string; at: number } | null
  proof: Proof | null
  answerDue: number
}

type About = { context: Withdrawal; event: Payload<WithdrawalEvent> }

export const rules = {
  anotherPerson: byAnother(({ requester }: Withdrawal) => [requester]),
  whoAsked: ({ context, event }: About) => context.requester === event.by,
  notProver: byAnother(({ proof }: Withdrawal) => [proof?.by]),
  someAmount: onPayload(({ event }: About) => event.amount! > 0),
  channelOpen: onPayload(({ event }: About) => event.most !== null),
  withinChannel: onPayload(({ context, event }: About) => (context.order?.amount ?? event.amount!) <= event.most!),
  holderMatches: onPayload(({ event }: About) => event.matches === true),
  reasonGiven: onPayload(({ event }: About) => Boolean(event.reason)),
  evidenceGiven: onPayload(({ event }: About) => Boolean(event.evidence)),
  wholeAmount: onPayload(({ context, event }: About) => context.order!.amount === event.amount),
  paidSinceSent: onPayload(
    ({ context, event }: About) => event.paidAt! >= context.sentAt! && event.paidAt! <= event.at,
  ),
  notInFuture: onPayload(({ event }: About) => event.day! <= businessDay(event.at)),
  notBeforeSending: onPayload(({ context, event }: About) => event.day! >= businessDay(context.sentAt!)),
  differs: onPayload(({ context, event }: About) => context.status !== event.word),
}

type By<More = unknown> = { event: Fact & More }
type At<More = unknown> = By<More> & { context: Withdrawal }
export type Accepted = Fact & { answerTtl: number }
export type Arrived = Fact & { paidAt: number }
export type Failed = Fact & { code: string }
export type Contradicted = Failed & { word: FinalWord }
export type Refused = Fact & { reason: string }

export const requested = ({ event: { by, at, account, channel, amount, purpose } }: By<WithdrawalOrder>) => ({
  order: { account, channel, amount, purpose },
  requester: by,
  requestedAt: at,
})

export const approved = ({ event: { by, at, answerTtl } }: By<{ answerTtl: number }>) => ({
  checker: by,
  sentAt: at,
  status: 'sent' as const,
  answerDue: at + answerTtl,
})

export const refused = ({ event: { by, at, reason } }: By<{ reason: string }>) => ({
  checker: by,
  refusal: reason,
  endedAt: at,
})

export const accepted = ({ event: { at, answerTtl } }: { event: Accepted }) => ({
  status: 'accepted' as const,
  answerDue: at + answerTtl,
})

export const arrived = ({ event: { at, paidAt } }: { event: Arrived }) => ({
  status: 'succeeded' as const,
  endedAt: at,
  paidAt,
  proof: null,
})

export const failed = ({ event: { at, code } }: { event: Failed }) => ({
  status: 'failed' as const,
  code,
  endedAt: at,
  proof: null,
})

export const bounced = ({ event: { at, code } }: { event: Failed }) => ({
  status: 'bounced' as const,
  code,
  endedAt: at,
})

export const contradicted = ({ event: { at, word, code } }: { event: Contradicted }) => ({
  contradiction: { word, code, at },
})

export const proposedProof = ({ event }: By<{ day?: string; evidence: string }>) => ({
  proof: { day: event.day ?? null, by: event.by, evidence: event.evidence, confirmedBy: null },
  refusal: null,
})

export const refusedProof = ({ event }: { event: Refused }) => ({ proof: null, refusal: event.reason })

export const proven = ({ context: { proof }, event: { by, at } }: At) => ({
  ...(proof!.day === null ? { status: 'failed' as const } : { status: 'succeeded' as const, paidAt: at }),
  endedAt: at,
  proof: { ...proof!, confirmedBy: by },
})
