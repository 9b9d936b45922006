import { sql } from 'kysely'
import { addDays, businessDay, dayStart, daysBetween } from '../../machines/calendar.ts'
import type { CollectionGroup } from '../../machines/collectionGroup.ts'
import { usualCollection } from '../../machines/collectionStages.ts'
import type { CollectionRules } from '../../machines/collectionStages.ts'
import { blank, deadlines, evolve, type State } from '../../machines/kernel.ts'
import { ledgerOn, leftOn, oldestDueOn } from '../../machines/ledger.ts'
import { bookOf, type Loan } from '../../machines/loan.facts.ts'
import { type Placement, type PlacementEvent, placementMachine } from '../../machines/placement.ts'
import {
  type CaseComplaint,
  openPromise,
  type RecoveryCase,
  type RecoveryCaseEvent,
} from '../../machines/recoveryCase.facts.ts'
import { recoveryCaseMachine } from '../../machines/recoveryCase.ts'
import * as placements from '../../services/placement.ts'
import * as recoveryCase from '../../services/recoveryCase.ts'
import { newestRecords } from '../contact/attempt.ts'
import { inForce } from '../inForce.ts'
import { type Random, randomOf } from '../kit/random.ts'
import { Refused } from '../kit/refused.ts'
import { paidOfPromise, receivedIn } from '../recoveryCase/received.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import type { Lender } from './catalogue.ts'
import { groups } from './collectors.ts'

const minute = 60_000
const hour = 60 * minute
const mostInABatch = 400
const mostSettled = 200
/** Days overdue beyond which some cases are placed with an agency. */
const placedBeyond = 45
/** One customer in so many cases complains about collection. */
const complainsEvery = 9
const complaints: readonly CaseComplaint[] = [
  { topic: 'hours', channel: 'phone', words: 'Ditelepon saat sedang ibadah' },
  { topic: 'paidAlready', channel: 'app', words: 'Sudah membayar lewat minimarket kemarin' },
  { topic: 'manners', channel: 'whatsapp', words: 'Petugas berbicara dengan nada tinggi' },
  { topic: 'otherPeople', channel: 'authority', words: 'Rekan kerja diberi tahu tentang tunggakan' },
  { topic: 'amount', channel: 'email', words: 'Denda dihitung sejak sebelum jatuh tempo' },
]
const placementEnds = ['lasts', 'expires', 'recalled', 'lasts', 'proposed'] as const

/**
 * Makes the cases of the loans that are near a due day or overdue, and of some that were paid lately. A part of them is
 * worked. The jobs of other loans wait for their due days.
 */
export const makeRecoveryCases = async (server: Server, { staff }: Lender): Promise<void> => {
  const { store, clock } = server
  const now = clock.now()
  const rules = (await inForce(server, 'collectionRules', now))!
  await putJobsOff(server, rules)
  const desk = {
    lead: staff.collectionLead![0]!,
    near: staff.preCollector![0]!,
    late: staff.collector![0]!,
    checker: staff.financeChecker![0]!,
    agents: staff.agencyCollector!.map((id, nth) => ({ id, group: groups[`demo-agency-${1 + (nth % 2)}`]! })),
  }
  const random = randomOf('loket recovery cases')
  const told: Command[] = []
  const tellAll = async (rows: readonly Row[], story: typeof openCase) => {
    const records = await newestRecords(
      server,
      rows.map(({ person }) => person),
    )
    for (const [nth, row] of rows.entries()) {
      const { context: loan } = await store.state(`loan/${row.order_no}`)
      const { address } = records.get(row.person)!.record
      const place = { province: address.province, regency: address.city }
      told.push(...story({ nth, row, place, loan, rules, now, desk, random: random.fork(row.order_no) }))
    }
  }
  const isPlaced = ({ order_no: orderNo, oldest_due: due }: Row) =>
    daysBetween(due!, businessDay(now)) > placedBeyond && random.fork(`placed ${orderNo}`).chance(0.7)
  const near = await nearLoans(server, rules)
  await tellAll(near.filter(isPlaced), placedCase)
  await tellAll(
    near.filter((row) => !isPlaced(row)),
    openCase,
  )
  await tellAll(await paidLoans(server, rules), settledCase)
  told.sort((one, other) => one.event.at - other.event.at)
  for (let from = 0; from < told.length; from += mostInABatch) {
    const refused = (await store.append(told.slice(from, from + mostInABatch))).find((one) => one instanceof Refused)
    if (refused) throw refused
  }
}

const loans = ({ db }: Server) =>
  db.sql
    .selectFrom('loan')
    .select(['order_no', 'oldest_due', 'last_paid_on', 'person', 'app', 'product'])
    .where('state', '<>', 'writtenOff')
type Row = Awaited<ReturnType<ReturnType<typeof loans>['execute']>>[number]

const nearLoans = (server: Server, { pre }: CollectionRules) =>
  loans(server)
    .where('oldest_due', '<=', addDays(businessDay(server.clock.now()), pre))
    .orderBy('order_no')
    .execute()

const paidLoans = (server: Server, { pre }: CollectionRules) =>
  loans(server)
    .where((eb) =>
      eb.or([eb('oldest_due', 'is', null), eb('oldest_due', '>', addDays(businessDay(server.clock.now()), pre))]),
    )
    .where('last_paid_on', 'is not', null)
    .orderBy('last_paid_on', 'desc')
    .orderBy('order_no')
    .limit(mostSettled)
    .execute()

/** Deletes the jobs whose loan has its case by now, and has the others wait. */
const putJobsOff = async ({ db, clock }: Server, { pre }: CollectionRules) => {
  const begins = sql<number>`(extract(epoch from ((l.oldest_due::date - ${pre}::int)::timestamp at time zone 'Asia/Jakarta')) * 1000)::bigint`
  await sql`
    update es_effect set at = ${begins} from loan l
    where name = 'followLoan' and stream = 'loan/' || l.order_no and l.oldest_due is not null
      and l.state <> 'writtenOff'`.execute(db.sql)
  await db.sql.deleteFrom('es_effect').where('name', '=', 'followLoan').where('at', '<=', clock.now()).execute()
}

type Desk = Record<'lead' | 'near' | 'late' | 'checker', string> & {
  agents: readonly { id: string; group: CollectionGroup }[]
}
type Setting = {
  nth: number
  row: Row
  place: { province: string; regency: string }
  loan: Loan
  rules: CollectionRules
  now: number
  desk: Desk
  random: Random
}
type Story = Generator<Command, void, void>

/** Tells the events of one case from the day on which its loan came near a due day. */
const teller = ({ nth, row, place, loan, rules, now, desk }: Setting) => {
  const { order_no: orderNo, person, app, product } = row
  const stream = `recoveryCase/${orderNo}`
  let state: State<RecoveryCase> = blank(recoveryCaseMachine)
  let last = 0

  const tell = (event: RecoveryCaseEvent, via = 'SYS'): Command => {
    state = evolve(recoveryCaseMachine, state, event).state
    last = event.at
    return { stream, event, via, key: `demo ${state.version} ${stream}` }
  }
  /** Records the payments towards the open promise in the last hour of its period, or now if that is earlier. */
  function* followsPayments(): Story {
    const promise = openPromise(state.context)
    if (!promise) return
    const paid = paidOfPromise(loan, state.context)!
    const at = Math.min(now, dayStart(addDays(promise.lastDay, 1)) - hour)
    if (at >= last && paid !== promise.paid) yield tell({ type: 'paymentsFollowed', by: 'SYS', at, paid })
  }
  function* opens(due: string): Story {
    const order = { person, app, product, ...place }
    yield tell({ type: 'episodeOpened', by: 'SYS', at: dayStart(addDays(due, -rules.pre)), orderNo, order, due, rules })
  }
  function* until(instant: number): Story {
    for (;;) {
      const [next] = deadlines(state).toSorted((one, other) => one.at - other.at)
      if (!next || next.at > instant) return
      const at = Math.max(last, next.at)
      yield tell({ type: next.event, by: 'SYS', at, armed: next.version } as RecoveryCaseEvent)
    }
  }
  /** The lead gives the case to somebody for its stage, unless somebody holds it, or only an agency may. */
  function* isGiven(at: number): Story {
    const { stage, holder: holds } = state.context
    const holder = stage === 'pre' ? desk.near : desk.late
    if (!holds && stage !== 'm4')
      yield tell({ type: 'dispatched', by: desk.lead, at, holder, company: '' }, recoveryCase.dispatch.interface)
  }
  function* hearsPromise(at: number, day: string, wish: (owed: number) => number): Story {
    const { horizon, grace } = rules
    const owed = leftOn(ledgerOn(bookOf(loan), businessDay(at)))
    const amount = Math.min(owed, wish(owed))
    const terms = { amount, day, owed, horizon, grace, paidToday: 0 }
    // Nothing may have been owed on that day.
    if (amount > 0)
      yield tell({ type: 'promised', by: state.context.holder!, at, ...terms }, recoveryCase.promise.interface)
  }
  function* isHeld(at: number): Story {
    const from = businessDay(at)
    const terms = { reason: 'hardship' as const, from, until: addDays(from, 7), heldBack: rules.heldBack }
    yield tell({ type: 'held', by: desk.lead, at, ...terms }, recoveryCase.hold.interface)
  }
  function* hearsComplaint(at: number): Story {
    const complaint = complaints[Math.floor(nth / complainsEvery) % complaints.length]!
    if (nth % complainsEvery === 0)
      yield tell({ type: 'complained', by: desk.lead, at, ...complaint }, recoveryCase.complain.interface)
  }
  const placement = `placement/${orderNo}` as const
  let placed: State<Placement> = blank(placementMachine)
  const tellPlacement = (event: PlacementEvent, via = 'SYS'): Command => {
    placed = evolve(placementMachine, placed, event).state
    last = event.at
    return { stream: placement, event, via, key: `demo ${placed.version} ${placement}` }
  }
  const quoteOn = (at: number, { company, commission: rate }: CollectionGroup, until: string) => {
    const balance = leftOn(ledgerOn(bookOf(loan), businessDay(at)))
    return { company, until, balance, groups: 1, rate, caseOpen: true }
  }
  function* isProposed(at: number, group: CollectionGroup, until: string): Story {
    const obstacles = { caseHeld: false, promiseOpen: false, paymentPending: false }
    const terms = { ...quoteOn(at, group, until), ...obstacles, longest: usualCollection.placementDays }
    yield tellPlacement(
      { type: 'placementProposed', by: desk.lead, at, orderNo, app, ...terms },
      placements.propose.interface,
    )
  }
  /** The lead proposes an agency up to a day, and the checker confirms it. */
  function* isPlaced(at: number, group: CollectionGroup, until: string): Story {
    yield* isProposed(at, group, until)
    const terms = { ...quoteOn(at, group, until), from: businessDay(at + minute) }
    yield tellPlacement(
      { type: 'placementConfirmed', by: desk.checker, at: at + minute, ...terms },
      placements.confirm.interface,
    )
    yield tell({ type: 'placementBegan', by: 'SYS', at: at + minute, company: group.company, until })
  }
  function* isGivenTo(at: number, holder: string, { company }: CollectionGroup): Story {
    yield tell({ type: 'dispatched', by: desk.lead, at, holder, company }, recoveryCase.dispatch.interface)
  }
  function* isRecalled(at: number): Story {
    yield tellPlacement(
      { type: 'placementRecalled', by: desk.lead, at, paymentPending: false },
      placements.recall.interface,
    )
    yield tell({ type: 'placementEnded', by: 'SYS', at })
  }
  function* expires(): Story {
    const { at, version: armed } = placed.armed.placementExpired!
    yield tellPlacement({ type: 'placementExpired', by: 'SYS', at, armed })
    yield tell({ type: 'placementEnded', by: 'SYS', at })
  }
  return {
    tell,
    isProposed,
    isPlaced,
    isGivenTo,
    isRecalled,
    expires,
    followsPayments,
    opens,
    until,
    isGiven,
    hearsPromise,
    isHeld,
    hearsComplaint,
    last: () => last,
    holder: () => state.context.holder,
    promise: () => openPromise(state.context),
    paid: () => paidOfPromise(loan, state.context),
  }
}

/** Twice in the last days somebody may get the case and may hear a promise; the loan's payments decide what it was. */
function* openCase(setting: Setting): Story {
  const { row, now, random } = setting
  const story = teller(setting)
  yield* story.opens(row.oldest_due!)
  for (const days of [6, 1]) {
    const at = Math.max(story.last(), now - random.int(1, days * 24) * hour)
    yield* story.until(at)
    if (!random.chance(0.6)) continue
    yield* story.isGiven(at)
    if (!story.holder() || story.promise() || !random.chance(0.4)) continue
    yield* story.hearsPromise(at, businessDay(at), (owed) => Math.ceil(owed / 2))
    yield* story.followsPayments()
  }
  yield* story.until(now)
  yield* story.hearsComplaint(Math.max(story.last(), now - 2 * hour))
  if (random.chance(0.05)) yield* story.isHeld(Math.max(story.last(), now - hour))
}

/** Somebody gets the case shortly before the customer pays, who may hear that they will. */
function* settledCase(setting: Setting): Story {
  const { row, loan, rules, now, random } = setting
  const day = row.last_paid_on!
  const due = oldestDueOn(bookOf(loan), addDays(day, -1))
  // A loan paid before pre-collection begins has no case.
  if (due === null || day < addDays(due, -rules.pre)) return
  const story = teller(setting)
  yield* story.opens(due)
  const at = Math.max(story.last(), Math.min(now, dayStart(day) - random.int(2, 14) * hour))
  yield* story.until(at)
  yield* story.isGiven(at)
  if (story.holder() && random.chance(0.5)) yield* story.hearsPromise(at, day, () => receivedIn(loan, day, day))
  const paidAt = Math.max(story.last(), Math.min(now, dayStart(day) + random.int(8, 20) * hour))
  yield* story.until(paidAt)
  const paid = story.promise() ? story.paid() : null
  yield story.tell({ type: 'episodeSettled', by: 'SYS', at: paidAt, settlement: 'paid', paid })
}

/** An agency gets the case, and works it until its last day, until the lead recalls it, or still. */
function* placedCase(setting: Setting): Story {
  const { nth, row, now, desk, random } = setting
  const story = teller(setting)
  yield* story.opens(row.oldest_due!)
  const { id, group } = random.pick(desk.agents)
  const at = Math.max(story.last(), now - random.int(4, 20) * 24 * hour)
  yield* story.until(at)
  const ends = placementEnds[nth % placementEnds.length]
  const until = addDays(businessDay(at), ends === 'expires' ? 2 : 60)
  if (ends === 'proposed') {
    yield* story.until(now)
    return yield* story.isProposed(Math.max(story.last(), now - hour), group, addDays(businessDay(now), 60))
  }
  yield* story.isPlaced(at, group, until)
  if (random.chance(0.7)) yield* story.isGivenTo(at + hour, id, group)
  yield* story.hearsComplaint(at + 2 * hour)
  if (ends === 'expires') {
    yield* story.until(dayStart(addDays(until, 1)) - 1)
    yield* story.expires()
  } else if (ends === 'recalled') {
    const recalledAt = at + 2 * 24 * hour
    yield* story.until(recalledAt)
    yield* story.isRecalled(recalledAt)
  }
  yield* story.until(now)
}
