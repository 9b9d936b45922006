import { businessDay } from './calendar.ts'
import { byAnother, type DeadlineFact, type Fact, onPayload, type Payload } from './kernel.ts'

/**
 * The approved terms: the amount to arrive, the version of the customer's record that names the account, and who
 * decided the amount and when.
 */
export type PayoutTerms = {
  orderNo: string
  person: string
  personVersion: number
  app: string
  product: string
  amount: number
  amountBy: string
  approvedAt: number
  channel: string
}

/**
 * The facts that every command for another sending needs: whether the approval is unchanged, and the channel's limit,
 * null when it is closed.
 */
export type Sendable = { orderStands: boolean; most: number | null }

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type PayoutEvent =
  | Did<'payoutOpened' | 'payoutReopened', PayoutTerms>
  | Did<'payoutSubmitted', Sendable & { amount: number }>
  | Did<'payoutApproved', Sendable & { txid: string; answerTtl: number }>
  | Did<'payoutRefused', { reason: string }>
  | Did<'payoutCancelled'>
  | Did<'payoutAccepted', { txid: string; answerTtl: number }>
  | Did<'payoutSucceeded', { txid: string; amount: number; paidAt: number }>
  | Did<'payoutFailed', { txid: string; code: string }>
  | Did<'payoutContradicted', { txid: string; word: FinalWord; code: string }>
  | Did<'payoutBounced', { txid: string; code: string; repaid: boolean }>
  | DeadlineFact<'noAnswer'>
  | Did<'payoutRetried', Sendable & { evidence: string }>
  | Did<'channelChanged', Sendable & { channel: string; evidence: string }>
  | Did<'accountChanged', Sendable & { accountVersion: number; matches: boolean; evidence: string }>
  | Did<'paidProposed', { txid: string; day: string; evidence: string }>
  | Did<'unpaidProposed', { txid: string; evidence: string }>
  | Did<'payoutResolved'>
  | Did<'proofRefused', { reason: string }>

export type FinalWord = 'succeeded' | 'failed' | 'bounced'
export type Attempt = {
  txid: string
  channel: string
  accountVersion: number
  amount: number
  maker: string
  checker: string
  sentAt: number
  status: 'sent' | 'accepted' | FinalWord
  /** The provider's own code in its last message. */
  code: string | null
  endedAt: number | null
  /** When the money arrived by the provider's word; it may have been returned since. */
  arrived: { at: number; day: string } | null
  /** A second, different final message, until it is known which one was true. */
  contradiction: { word: FinalWord; code: string; at: number } | null
}

/** The sending that waits for a second person. */
type Proposal = {
  kind: 'payoutSubmitted' | 'payoutRetried' | 'channelChanged' | 'accountChanged'
  by: string
  at: number
  channel: string
  accountVersion: number
  evidence: string
}
/** A person's finding about a sending of unknown outcome; without a day the money was not paid. */
type Proof = { txid: string; day: string | null; by: string; evidence: string }

export type Payout = {
  terms: PayoutTerms | null
  channel: string
  accountVersion: number
  /** The person who last changed each item; none of them may be the second person. */
  changedBy: { amount: string; channel: string | null; account: string | null }
  proposal: Proposal | null
  proof: Proof | null
  refusal: string | null
  attempts: Attempt[]
  /** The sending that arrived: its transaction id, whole rupiah, and the time that the provider states. */
  paid: { txid: string; amount: number; at: number; day: string } | null
  openedAt: number
  /** When the payout entered its present state. */
  since: number
  answerDue: number
}

type About = { context: Payout; event: Payload<PayoutEvent> }

/** The versions of the customer's record whose accounts the payout used or was to use, whatever the result. */
export const accountVersions = (events: readonly PayoutEvent[]): number[] => [
  ...new Set(
    events.flatMap((event) => {
      if ('personVersion' in event) return [event.personVersion]
      return 'accountVersion' in event ? [event.accountVersion] : []
    }),
  ),
]
export const lastAttempt = ({ attempts }: Payout): Attempt | undefined => attempts.at(-1)
const doubted = ({ attempts }: Payout) => attempts.find(({ contradiction }) => contradiction !== null)
const isFinal = ({ status }: Attempt) => status !== 'sent' && status !== 'accepted'
const unanswered = ({ attempts }: Payout) => attempts.find((attempt) => !isFinal(attempt))
/**
 * The sending of unknown outcome that people have to clarify. One without a final word comes before a doubt about an
 * earlier one: settling the doubt first would end the payout while money may still be on its way.
 */
export const inQuestion = (payout: Payout): Attempt | undefined =>
  unanswered(payout) ?? doubted(payout) ?? lastAttempt(payout)
/** Whether the outcome of a sending is not known. */
export const somethingOpen = (payout: Payout): boolean => (unanswered(payout) ?? doubted(payout)) !== undefined
const attemptOf = ({ context, event }: About) => context.attempts.find(({ txid }) => txid === event.txid)

export const rules = {
  anotherPerson: byAnother(({ proposal }: Payout) => [proposal?.by]),
  notLastChanger: byAnother(({ changedBy }: Payout) => Object.values(changedBy)),
  notProver: byAnother(({ proof }: Payout) => [proof?.by]),
  oldAttemptFinal: ({ context }: About) => unanswered(context) === undefined,
  nothingInDoubt: ({ context }: About) => doubted(context) === undefined,
  inDoubt: ({ context }: About) => somethingOpen(context),
  othersFinal: ({ context: { attempts, proof } }: About) =>
    attempts.every((attempt) => attempt.txid === proof?.txid || isFinal(attempt)),
  arrivalAmount: onPayload(({ context, event }: About) => event.amount === context.terms!.amount),
  orderStands: onPayload(({ event }: About) => event.orderStands === true),
  channelOpen: onPayload(({ event }: About) => event.most !== null),
  withinChannel: onPayload(({ context, event }: About) => context.terms!.amount <= event.most!),
  anotherChannel: onPayload(({ context, event }: About) => context.channel !== event.channel),
  holderMatches: onPayload(({ event }: About) => event.matches === true),
  evidenceGiven: onPayload(({ event }: About) => Boolean(event.evidence)),
  reasonGiven: onPayload(({ event }: About) => Boolean(event.reason)),
  newTransaction: onPayload(({ context, event }: About) => attemptOf({ context, event }) === undefined),
  thisAttempt: onPayload(({ context, event }: About) => lastAttempt(context)?.txid === event.txid),
  awaitsWord: ({ context }: About) => unanswered(context) !== undefined,
  wholeAmount: onPayload(({ context, event }: About) => lastAttempt(context)?.amount === event.amount),
  paidSinceSent: onPayload(
    ({ context, event }: About) => event.paidAt! >= lastAttempt(context)!.sentAt && event.paidAt! <= event.at,
  ),
  ofSending: onPayload(({ context, event }: About) => inQuestion(context)?.txid === event.txid),
  notInFuture: onPayload(({ event }: About) => event.day! <= businessDay(event.at)),
  notBeforeSending: onPayload(({ context, event }: About) => event.day! >= businessDay(inQuestion(context)!.sentAt)),
  /** A second final message of the provider says otherwise than the first. */
  differs: onPayload(({ context, event }: About) => {
    const attempt = attemptOf({ context, event })
    return attempt !== undefined && isFinal(attempt) && attempt.status !== event.word
  }),
  ofArrival: onPayload(({ context, event }: About) => context.paid?.txid === event.txid),
  nothingRepaid: onPayload(({ event }: About) => event.repaid === false),
}

type By<More = unknown> = { event: Fact & More }
type At<More = unknown> = By<More> & { context: Payout }
export type Arrived = Fact & { txid: string; amount: number; paidAt: number }
export type Failed = Fact & { txid: string; code: string }
export type Contradicted = Fact & { txid: string; word: FinalWord; code: string }
export type Refused = Fact & { reason: string }
export type ProofProposed = Fact & { txid: string; day?: string; evidence: string }

const withAttempt = ({ attempts }: Payout, txid: string, more: Partial<Attempt>) => ({
  attempts: attempts.map((attempt) => (attempt.txid === txid ? { ...attempt, ...more } : attempt)),
})
const noDoubt = { contradiction: null }

export const opened = ({ event }: By<PayoutTerms>) => {
  const { orderNo, person, personVersion, app, product, amount, amountBy, approvedAt, channel, at } = event
  return {
    terms: { orderNo, person, personVersion, app, product, amount, amountBy, approvedAt, channel },
    channel,
    accountVersion: personVersion,
    changedBy: { amount: amountBy, channel: null, account: null },
    proposal: null,
    proof: null,
    refusal: null,
    openedAt: at,
    since: at,
  }
}

type Changed = Partial<Pick<Proposal, 'channel' | 'accountVersion' | 'evidence'>>

export const proposed = (
  { context: { channel, accountVersion }, event: { by, at, ...facts } }: At<Changed>,
  kind: Proposal['kind'],
) => ({
  proposal: {
    kind,
    by,
    at,
    channel: facts.channel ?? channel,
    accountVersion: facts.accountVersion ?? accountVersion,
    evidence: facts.evidence ?? '',
  },
  refusal: null,
  since: at,
})

export const refused = ({ event }: By<Refused>) => ({
  proposal: null,
  refusal: event.reason,
  since: event.at,
})

export const stopped = ({ event }: By) => ({ proposal: null, since: event.at })

/** Makes the proposed terms the current ones and sends the money under an unused transaction id. */
export const sent = ({ context, event }: At<{ txid: string; answerTtl: number }>) => {
  const { kind, by, channel, accountVersion } = context.proposal!
  const attempt: Attempt = {
    txid: event.txid,
    channel,
    accountVersion,
    amount: context.terms!.amount,
    maker: by,
    checker: event.by,
    sentAt: event.at,
    status: 'sent',
    code: null,
    endedAt: null,
    arrived: null,
    contradiction: null,
  }
  return {
    channel,
    accountVersion,
    changedBy: {
      ...context.changedBy,
      ...(kind === 'channelChanged' && { channel: by }),
      ...(kind === 'accountChanged' && { account: by }),
    },
    proposal: null,
    attempts: [...context.attempts, attempt],
    since: event.at,
    answerDue: event.at + event.answerTtl,
  }
}

export const accepted = ({ context, event }: At<{ txid: string; answerTtl: number }>) => ({
  ...withAttempt(context, event.txid, { status: 'accepted' }),
  since: event.at,
  answerDue: event.at + event.answerTtl,
})

const withArrival = (context: Payout, txid: string, arrival: { at: number; day: string }, endedAt: number) => ({
  ...withAttempt(context, txid, { status: 'succeeded', endedAt, arrived: arrival, ...noDoubt }),
  paid: { txid, amount: context.attempts.find((attempt) => attempt.txid === txid)!.amount, ...arrival },
  proof: null,
  since: endedAt,
})

export const arrived = ({ context, event: { txid, paidAt, at } }: At<Arrived>) =>
  withArrival(context, txid, { at: paidAt, day: businessDay(paidAt) }, at)

export const failed = ({ context, event }: At<Failed>) => ({
  ...withAttempt(context, event.txid, { status: 'failed', code: event.code, endedAt: event.at }),
  proof: null,
  since: event.at,
})

export const contradicted = ({ context, event }: At<Contradicted>) =>
  withAttempt(context, event.txid, { contradiction: { word: event.word, code: event.code, at: event.at } })

export const bounced = ({ context, event }: At<Failed>) => ({
  ...withAttempt(context, event.txid, { status: 'bounced', code: event.code, endedAt: event.at, ...noDoubt }),
  paid: null,
  since: event.at,
})

export const proposedProof = ({ event }: By<ProofProposed>) => ({
  proof: { txid: event.txid, day: event.day ?? null, by: event.by, evidence: event.evidence },
  since: event.at,
})

export const refusedProof = ({ event }: By<Refused>) => ({
  proof: null,
  refusal: event.reason,
  since: event.at,
})

export const provenPaid = ({ context, event: { at } }: At) => {
  const { txid, day } = context.proof!
  return withArrival(context, txid, { at, day: day! }, at)
}

export const provenUnpaid = ({ context, event }: At) => ({
  ...withAttempt(context, context.proof!.txid, { status: 'failed', endedAt: event.at, ...noDoubt }),
  proof: null,
  since: event.at,
})
