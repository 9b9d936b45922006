import { leftOf, leftOfLine, type Line, sum } from '../../machines/allocation.ts'
import { businessDay, daysBetween } from '../../machines/calendar.ts'
import { type Targets, targetsOn } from '../../machines/collectionGroup.ts'
import { type CollectionRules, stageOn } from '../../machines/collectionStages.ts'
import { mostFees } from '../../machines/fees.ts'
import { blank, follow, type State } from '../../machines/kernel.ts'
import { ledgerOn, tell } from '../../machines/ledger.ts'
import { kindOf } from '../../machines/lifecycles.ts'
import { bookOf, type Loan } from '../../machines/loan.facts.ts'
import { loanMachine } from '../../machines/loan.ts'
import { basisPoints } from '../../machines/money.ts'
import { type CaseComplaint, type CaseOrder, verdictOf } from '../../machines/recoveryCase.facts.ts'
import type {
  Attempt,
  CasePlacement,
  Complaint,
  Credit,
  Ending,
  Holding,
  Promise,
  Standing,
} from '../../services/recovery.ts'
import { recordOf } from '../store/events.ts'
import type { ReplayRow } from '../store/streamPages.ts'

/**
 * Where a collector works, and the group's kind of work and targets: `target` in basis points while none are planned. The
 * company is empty for the lender's own staff.
 */
export type Desk = {
  group: string
  company: string
  target: number
  targets?: readonly Targets[] | undefined
  kind: 'pre' | 'post' | ''
}
/** Who collects; `collector` is empty where nobody holds the case. */
type Worker = Pick<Holding, 'collector' | 'group' | 'company' | 'strategy'>
type Parts = Pick<Credit, 'principal' | 'interest' | 'fee'>
/** A row without what is read as of today. */
type Row<Its> = Omit<Its, 'collectorName' | 'groupName' | 'reversed'>

/** The rows of one order. Each `id` is the log position of the event that made it. */
export type History = {
  holdings: Row<Holding>[]
  attempts: Row<Attempt>[]
  promises: Row<Promise>[]
  /** `holding` and `placement` are the ones that are credited, 0 without one. */
  credits: (Row<Credit> & { holding: number; placement: number })[]
  placements: Row<CasePlacement>[]
  complaints: Row<Complaint>[]
  /** `fees` is what the overdue fees of the loan grow from after the row's day. */
  standings: (Row<Standing> & { fees: number[] })[]
  /** To whom the payment is credited that settled the last episode; none where money did not settle it. */
  settlements: Settlement[]
}

/** `id` is the log position of the settlement. */
type Settlement = Pick<Credit, 'orderNo' | 'id' | 'collector' | 'group' | 'company'> & { settledAt: number }

const partNames = ['principal', 'interest', 'fee'] as const
const nothing: Parts = { principal: 0, interest: 0, fee: 0 }
const ofParts = (of: (part: (typeof partNames)[number]) => number): Parts => ({
  principal: of('principal'),
  interest: of('interest'),
  fee: of('fee'),
})
const linesOf = (lines: readonly Line[], of: (part: Line['fee']) => number): Parts =>
  ofParts((part) => sum(lines.map((line) => of(line[part]))))
const inAll = (parts: Parts) => sum(partNames.map((part) => parts[part]))

const isLent = ({ value, context }: State<Loan>) => context.terms !== null && value !== 'voided'

/** The debt that payments have paid off so far. The price of a rollover counts as a fee. */
const paidOf = (loan: State<Loan>): Parts => {
  if (!isLent(loan)) return nothing
  const { lines, rolloverCharges } = ledgerOn(bookOf(loan.context), businessDay(loan.context.changedAt))
  const paid = linesOf(lines, (part) => part.paid)
  return { ...paid, fee: paid.fee + rolloverCharges }
}

const leftOn = (loan: State<Loan>, day: string): Parts =>
  isLent(loan) ? linesOf(ledgerOn(bookOf(loan.context), day).lines, leftOf) : nothing

/**
 * The principal of a loan on a day, and what its fees grow from while no money moves: the rates and days of all
 * instalments, then of each with a debt its principal, its accrual, its most and what is met. `feesOn` reads it.
 */
const standingOf = (loan: State<Loan>, day: string) => {
  if (!isLent(loan)) return { principal: 0, fees: [] }
  const terms = loan.context.terms!
  const { ledger, accruals, isWrittenOff } = tell(bookOf(loan.context), day)
  const { lines, rolloverCharges } = ledger
  const most = isWrittenOff ? lines.map(({ fee }) => fee.due) : mostFees(terms, lines, accruals, rolloverCharges)
  const grown = lines.flatMap((line, index) => {
    if (leftOfLine(line) === 0) return []
    const { age, whole, rest } = accruals[index]!
    // The accrual's age is already that of the next morning.
    return [leftOf(line.principal), age - 1, whole, rest, most[index]!, line.fee.paid + line.fee.reduced]
  })
  return {
    principal: linesOf(lines, leftOf).principal,
    fees: [terms.earlyFee, terms.lateFee, terms.lateFrom, terms.feeDays, ...grown],
  }
}

/** The case after one of its events. */
type Case = {
  at: number
  order: CaseOrder
  due: string
  rules: CollectionRules
  /** Undefined while nothing is to be collected. */
  state: Standing['state'] | undefined
  episode: number
  openedAt: number
  holding: Row<Holding> | undefined
}

const stateOf = (state: string) => (state.startsWith('open.') ? (state.split('.')[1] as Standing['state']) : undefined)
const hasHolder = (state: string) => state.startsWith('open.') && !state.endsWith('unassigned')
const stageOf = ({ due, rules, state }: Case, day: string): Holding['stage'] => (state ? stageOn(due, day, rules) : '')
const nobody: Worker = { collector: '', group: '', company: '', strategy: '' }
const workerOf = ({ state, holding }: Case): Worker => (state && holding) || nobody

const endings: Readonly<Record<string, Ending>> = {
  recalled: 'recalled',
  memberLeft: 'left',
  stageChanged: 'stage',
  retentionExpired: 'retentionEnded',
  placementBegan: 'placed',
  placementEnded: 'placementEnded',
}
const verdicts: Readonly<Record<string, Promise['outcome']>> = {
  promiseKept: 'kept',
  promisePartlyKept: 'partlyKept',
  promiseBroken: 'broken',
}
const reaching: readonly unknown[] = ['reached', 'promised', 'refused']

/** The fields of the events of a case and a loan that are read here. */
type Data = Partial<{
  order: CaseOrder
  due: string
  rules: CollectionRules
  holder: string
  strategy: string
  channel: Attempt['channel'] & CaseComplaint['channel']
  topic: CaseComplaint['topic']
  words: string
  complaint: CaseComplaint
  outcome: NonNullable<Attempt['outcome']>
  amount: number
  day: string
  paid: number | null
  settlement: 'paid' | 'writtenOff' | 'voided'
  txid: string
  company: string
  from: string
  until: string
  balance: number
  rate: number | null
}>

const placementEndings: Readonly<Record<string, NonNullable<CasePlacement['endedBy']>>> = {
  placementRecalled: 'recalled',
  placementExpired: 'expired',
  placementSettled: 'settled',
}

const skew = 3_600_000

/**
 * Events in the order of their times. The clocks of servers differ a little, so that none is put before one that was
 * stored earlier; unless it is from long before, as the history is that a lender brings along.
 */
const inTime = (events: readonly ReplayRow[]): ReplayRow[] => {
  let latest = 0
  const timed = events.map((event) => {
    const time = event.at < latest - skew ? event.at : Math.max(latest, event.at)
    latest = Math.max(latest, event.at)
    return { event, time }
  })
  return timed
    .toSorted((one, other) => one.time - other.time || one.event.pos - other.event.pos)
    .map(({ event }) => event)
}

/**
 * Tells from the events of an order, in the order of the log, who held its case, what they did, and who recovered what.
 * `deskOf` says where a collector worked at a log position. The rows depend on nothing else.
 */
export const historyOf = (
  orderNo: string,
  events: readonly ReplayRow[],
  deskOf: (collector: string, pos: number) => Desk,
): History => {
  const history: History = {
    holdings: [],
    attempts: [],
    promises: [],
    credits: [],
    placements: [],
    complaints: [],
    standings: [],
    settlements: [],
  }
  const cases: Case[] = []
  let loan = blank(loanMachine) as State<Loan>
  let paid = nothing

  const about = ({ pos, at }: ReplayRow, order: Omit<CaseOrder, 'person'>, day = businessDay(at)) => ({
    id: pos,
    orderNo,
    app: order.app,
    product: order.product,
    province: order.province ?? '',
    regency: order.regency ?? '',
    at,
    day,
  })

  const give = (event: ReplayRow, now: Case, { holder: collector, strategy = '' }: Data & { holder: string }) => {
    const day = businessDay(event.at)
    const { group, company, target, targets } = deskOf(collector, event.pos)
    const left = leftOn(loan, day)
    now.holding = {
      ...about(event, now.order),
      stage: stageOf(now, day),
      collector,
      group,
      company,
      strategy,
      target: targetsOn(targets, day)?.recoveryRate || target,
      episode: now.episode,
      daysLate: daysBetween(now.due, day),
      ...left,
      balance: inAll(left),
      endedAt: null,
      endedOn: null,
      endedBy: null,
    }
    history.holdings.push(now.holding)
  }
  const end = ({ at }: ReplayRow, now: Case, endedBy: Ending) => {
    if (now.holding) Object.assign(now.holding, { endedAt: at, endedOn: businessDay(at), endedBy })
    now.holding = undefined
  }

  /** The attempts and promises of the holder. */
  const work = (event: ReplayRow, data: Data, now: Case) => {
    const { type } = event
    const day = businessDay(event.at)
    const did = () => ({ ...about(event, now.order), stage: stageOf(now, day), ...worker(workerOf(now)) })
    const alike = (one: Row<Attempt>, other: Row<Attempt>) => one.day === other.day && one.collector === other.collector
    const isFirst = (one: Row<Attempt>, among = history.attempts) =>
      among.every((other) => other === one || !alike(one, other))
    const last = history.promises.at(-1)
    const open = last?.outcome === 'open' ? last : undefined
    if (type === 'contacted') {
      const made = { ...did(), channel: data.channel!, outcome: null, first: false, firstReached: false }
      history.attempts.push({ ...made, first: isFirst(made) })
    }
    if (type === 'outcomeNoted' || type === 'visited') {
      const made = history.attempts.at(-1)!
      made.outcome = data.outcome!
      made.firstReached =
        reaching.includes(made.outcome) &&
        isFirst(
          made,
          history.attempts.filter((one) => one.firstReached),
        )
    }
    if (type === 'promised') {
      if (open) open.outcome = 'superseded'
      const { amount, day: promisedFor } = data
      const made = { amount: amount!, promisedFor: promisedFor!, paid: 0, judgedOn: null, corrected: false }
      history.promises.push({ ...did(), ...made, outcome: 'open' })
    }
    if (type === 'paymentsFollowed' && open) open.paid = data.paid!
    if (type === 'promiseCorrected' && last)
      Object.assign(last, { paid: data.paid, outcome: verdictOf(last.amount, data.paid!), corrected: true })
    const verdict = verdicts[type]
    if (verdict && open) Object.assign(open, { outcome: verdict, judgedOn: day })
    if (type === 'episodeSettled' && open) {
      const came = data.paid ?? open.paid
      const isKept = came >= open.amount
      Object.assign(open, { paid: came, outcome: isKept ? 'kept' : 'ended', judgedOn: isKept ? day : null })
    }
  }

  /** A complaint is about who holds the case, about the agency that it is placed with, or about who held it last. */
  const complain = (event: ReplayRow, { topic, channel, words, complaint }: Data, now: Case) => {
    const made = complaint ?? (event.type === 'complained' && { topic: topic!, channel: channel!, words: words! })
    if (!made) return
    const day = businessDay(event.at)
    const placed = placedOn(day)
    const subject =
      now.holding ?? (placed && { ...nobody, company: placed.company }) ?? history.holdings.at(-1) ?? nobody
    history.complaints.push({
      ...about(event, now.order),
      stage: stageOf(now, day),
      ...worker(subject),
      ...made,
      held: event.type === 'held',
    })
  }

  /** How the case stands when the day closes: the last event of a day counts. */
  const stand = (event: ReplayRow, now: Case) => {
    const day = businessDay(event.at)
    const before = history.standings.at(-1)
    if (before?.day === day) history.standings.pop()
    else if (before?.until === null) before.until = day
    if (!now.state) return
    history.standings.push({
      ...about(event, now.order),
      stage: stageOf(now, day),
      ...worker(workerOf(now)),
      due: now.due,
      state: now.state,
      ...standingOf(loan, day),
      until: null,
    })
  }

  /** The loan has the payment before the case hears that nothing is owed. */
  const settle = ({ pos, at }: ReplayRow, { openedAt }: Case) => {
    const takenBack = new Set(history.credits.filter(({ amount }) => amount < 0).map(({ txid }) => txid))
    const last = history.credits.findLast(({ amount, txid }) => amount > 0 && !takenBack.has(txid))
    if (!last || last.at < openedAt) return
    const { collector, group, company } = last
    history.settlements.push({ orderNo, id: pos, settledAt: at, collector, group, company })
  }

  const followCase = (event: ReplayRow, data: Data) => {
    const before = cases.at(-1)
    const { type, at, state } = event
    const now: Case = {
      at,
      order: before?.order ?? data.order!,
      due: data.due ?? before!.due,
      rules: data.rules ?? before!.rules,
      state: stateOf(state),
      episode: (before?.episode ?? 0) + (type === 'episodeOpened' ? 1 : 0),
      openedAt: type === 'episodeOpened' ? at : before!.openedAt,
      holding: before?.holding,
    }
    work(event, data, now)
    complain(event, data, now)
    // A case has one row: that of its last episode, unless it goes on.
    if (now.state) history.settlements.length = 0
    if (data.settlement === 'paid') settle(event, now)
    const { holder } = data
    if (holder !== undefined) {
      end(event, now, 'reassigned')
      give(event, now, { ...data, holder })
    } else if (!hasHolder(state)) end(event, now, data.settlement ?? endings[type]!)
    stand(event, now)
    cases.push(now)
  }

  /** The case at the close of a value day, or as it is now where that day is not over. */
  const caseOn = (valueDay: string, day: string) =>
    valueDay === day ? cases.at(-1) : cases.findLast(({ at }) => businessDay(at) <= valueDay)

  /** Whom a movement of money is credited to: a reversal to whom the payment was, a payment to the holder of its day. */
  const creditedTo = (reversed: string | undefined, valueDay: string | undefined, day: string) => {
    const first = reversed && history.credits.find(({ txid }) => txid === reversed)
    if (first) {
      const { stage, daysLate, holding, placement } = first
      return { stage, daysLate, holding, placement, ...worker(first) }
    }
    const its = valueDay === undefined ? undefined : caseOn(valueDay, day)
    const placed = valueDay === undefined ? undefined : placedOn(valueDay)
    const agency = placed && { company: placed.company }
    const placement = placed?.id ?? 0
    if (!its?.state) return { stage: '' as Holding['stage'], daysLate: 0, holding: 0, placement, ...nobody, ...agency }
    return {
      placement,
      stage: stageOf(its, valueDay!),
      daysLate: daysBetween(its.due, valueDay!),
      holding: its.holding?.id ?? 0,
      ...worker(workerOf(its)),
      ...agency,
    }
  }

  /** The placement that a value day is inside of. */
  const placedOn = (day: string) =>
    history.placements.find((one) => one.day <= day && day <= one.until && (one.endedOn === null || day <= one.endedOn))

  const followPlacement = (event: ReplayRow, data: Data) => {
    const { type, at } = event
    const open = history.placements.findLast(({ endedAt }) => endedAt === null)
    if (open && placementEndings[type])
      Object.assign(open, { endedAt: at, endedOn: businessDay(at), endedBy: placementEndings[type] })
    const now = cases.at(-1)
    if (type !== 'placementConfirmed' || !now) return
    const { company, from, until, balance, rate } = data
    history.placements.push({
      ...about(event, now.order, from),
      ...nobody,
      stage: stageOf(now, from!),
      company: company!,
      until: until!,
      balance: balance!,
      rate: rate ?? 0,
      endedAt: null,
      endedOn: null,
      endedBy: null,
    })
  }

  const followLoan = (event: ReplayRow, { txid, day: valueDay }: Data) => {
    const reversed = event.type === 'repaymentReversed' ? loan.context.proposal!.txid! : undefined
    loan = follow(loanMachine, loan, recordOf(event)) as State<Loan>
    const before = event.type === 'loanOpened' ? nothing : paid
    paid = paidOf(loan)
    // Not only the payment's own part: a back-dated one also moves what later ones paid off.
    const moved = ofParts((part) => paid[part] - before[part])
    if (partNames.every((part) => moved[part] === 0)) return
    const day = businessDay(event.at)
    const to = creditedTo(reversed, valueDay, day)
    const { rate = 0 } = history.placements.find(({ id }) => id === to.placement) ?? {}
    const amount = inAll(moved)
    history.credits.push({
      ...about(event, cases.at(-1)?.order ?? loan.context.order ?? { app: '', product: '' }, valueDay ?? day),
      ...to,
      txid: txid ?? reversed ?? '',
      ...moved,
      amount,
      commission: Math.sign(amount) * basisPoints(Math.abs(amount), rate),
    })
    const now = cases.at(-1)
    if (now?.state) stand(event, now)
  }

  const follows = { loan: followLoan, recoveryCase: followCase, placement: followPlacement }
  for (const event of inTime(events)) {
    const data = JSON.parse(event.data) as Data
    follows[kindOf(event.stream) as keyof typeof follows](event, data)
  }
  return history
}

const worker = ({ collector, group, company, strategy }: Worker): Worker => ({ collector, group, company, strategy })
