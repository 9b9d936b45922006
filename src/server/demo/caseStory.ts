import { addDays, businessDay, dayStart, daysBetween } from '../../machines/calendar.ts'
import type { CollectionRules } from '../../machines/collectionStages.ts'
import { usualCollection } from '../../machines/collectionStages.ts'
import type { ContactChannel, ContactOutcome } from '../../machines/contact.facts.ts'
import { blank, deadlines, evolve, never, type State, stateName } from '../../machines/kernel.ts'
import { ledgerOn, leftOn } from '../../machines/ledger.ts'
import { bookOf } from '../../machines/loan.facts.ts'
import { type Placement, type PlacementEvent, placementMachine } from '../../machines/placement.ts'
import {
  type CaseComplaint,
  holdReasons,
  openPromise,
  type RecoveryCase,
  type RecoveryCaseEvent,
} from '../../machines/recoveryCase.facts.ts'
import { recoveryCaseMachine } from '../../machines/recoveryCase.ts'
import * as contact from '../../services/contact.ts'
import * as placements from '../../services/placement.ts'
import * as recoveryCase from '../../services/recoveryCase.ts'
import type { Random } from '../kit/random.ts'
import { nextOfPlacement } from '../placement/alignCase.ts'
import { nextOfCase } from '../recoveryCase/followLoan.ts'
import { receivedToday } from '../recoveryCase/received.ts'
import type { Command } from '../store/command.ts'
import type { CollectionFloor } from './collectionFloor.ts'
import { groups } from './collectors.ts'
import type { ContactRecords } from './contactRecords.ts'
import { dueBy, type LoanWalk } from './loanWalks.ts'
import type { Timed } from './timeline.ts'

const minute = 60_000
const hour = 60 * minute
const longest = { placement: usualCollection.placementDays, retain: usualCollection.retainDays }
const complaints: readonly CaseComplaint[] = [
  { topic: 'hours', channel: 'phone', words: 'Ditelepon saat sedang ibadah' },
  { topic: 'paidAlready', channel: 'app', words: 'Sudah membayar lewat minimarket kemarin' },
  { topic: 'manners', channel: 'whatsapp', words: 'Petugas berbicara dengan nada tinggi' },
  { topic: 'otherPeople', channel: 'authority', words: 'Rekan kerja diberi tahu tentang tunggakan' },
  { topic: 'amount', channel: 'email', words: 'Denda dihitung sejak sebelum jatuh tempo' },
]
/** The days from one contact to the next, at each stage. */
const pace = { pre: [4, 9], s1: [2, 3], s2: [4, 7], m2: [6, 10], m3: [7, 12], m4: [7, 14] } as const

export type CollectionWorld = {
  contacts: ContactRecords
  floor: CollectionFloor
  rules: CollectionRules
  desk: { lead: string; checker: string; agencies: readonly string[] }
  /** The instants after which nobody is given a case, or contacts anybody. */
  until: { given: number; contacted: number }
  retains: Map<string, number>
}

type Plan = { at: number; does: () => Timed }

/** Tells the case of one loan, beside the loan, with its placements and the attempts to reach the customer. */
export async function* caseStory(world: CollectionWorld, loan: LoanWalk, random: Random): Timed {
  const { contacts, floor, rules, desk } = world
  const { orderNo } = loan
  const stream = `recoveryCase/${orderNo}` as const
  const placement = `placement/${orderNo}` as const
  let state: State<RecoveryCase> = blank(recoveryCaseMachine)
  let placed: State<Placement> = blank(placementMachine)
  let plans: Plan[] = []
  let opensAt = 0
  let now = 0
  let attempts = 0

  const person = () => loan.state().context.order!.person
  const at = () => stateName(state.value)
  const isOpen = () => typeof state.value === 'object'
  const works = () => ['open.assigned', 'open.following'].includes(at())
  const after = (days: number) => addDays(businessDay(now), days)
  const plan = (when: number, does: Plan['does']) => plans.push({ at: Math.max(now + minute, when), does })
  /** The first workday from a day on, at a time of the customer's own clock from nine to half past six. */
  const duringWork = (day: string): number => {
    const midnight = dayStart(day)
    if (!contacts.isWorkday(midnight)) return duringWork(addDays(day, 1))
    return midnight + (9 - contacts.hoursAhead(person())) * hour + random.int(0, 570) * minute
  }

  const tell = (event: RecoveryCaseEvent, via = 'SYS'): Command => {
    const before = isOpen() ? state.context.holder : null
    state = evolve(recoveryCaseMachine, state, event).state
    const holder = isOpen() ? state.context.holder : null
    if (holder !== before) {
      floor.holds(before, -1)
      floor.holds(holder, 1)
    }
    return { stream, event, via, key: `demo ${state.version} ${stream}` }
  }
  const tellPlacement = (event: PlacementEvent, via = 'SYS'): Command => {
    placed = evolve(placementMachine, placed, event).state
    return { stream: placement, event, via, key: `demo ${placed.version} ${placement}` }
  }

  /** Fires what is due of the case and the placement, and follows the loan, until nothing changes any more. */
  async function* keepsUp(): Timed {
    loan.advance(now)
    for (;;) {
      const [due] = [...deadlines(state), ...deadlines(placed)]
        .filter((one) => one.at <= now)
        .toSorted((one, other) => one.at - other.at)
      if (due) {
        const event = { type: due.event, by: 'SYS', at: now, armed: due.version } as const
        yield due.event === 'placementExpired'
          ? tellPlacement(event as PlacementEvent)
          : tell(event as RecoveryCaseEvent)
        continue
      }
      const placeOf = async (id: string) => {
        const { address } = contacts.known.get(id)?.record ?? {}
        return address && { province: address.province, regency: address.city }
      }
      const next = await nextOfCase({ loan: loan.state(), found: state, rules, now, placeOf })
      opensAt = next && 'again' in next ? now + next.again : never
      if (next && 'event' in next) {
        const isNew = !isOpen()
        yield tell(next.event)
        if (isNew) plans = beginning()
        else if (!isOpen()) plans = []
        continue
      }
      const aligned = nextOfPlacement({ placed, found: state, now })
      if (!aligned) return
      yield aligned.kind === 'placement' ? tellPlacement(aligned.event) : tell(aligned.event)
    }
  }

  /** The plans of a new episode. A case that waits is given to somebody within the day. */
  const beginning = (): Plan[] => {
    const some: Plan[] = []
    const due = loan.state().context.oldestDue!
    const late = (from: number, to: number) => duringWork(addDays(due, random.int(from, to)))
    if (random.chance(0.5)) some.push({ at: late(1, 20), does: isHeld })
    if (random.chance(0.3)) some.push({ at: late(-1, 20), does: complains })
    if (random.chance(0.3)) some.push({ at: late(2, 20), does: isRetained })
    if (random.chance(0.35)) some.push({ at: late(2, 30), does: isMoved })
    if (random.chance(0.85)) some.push({ at: late(40, 70), does: isProposed })
    if (random.chance(0.9)) some.push({ at: late(91, 97), does: isProposed })
    return some
  }

  async function* isGiven(): Timed {
    if (at() !== 'open.unassigned') return
    const { stage, formerHolder: had, placement: its } = state.context
    const company = its?.company ?? ''
    if (stage === 'm4' && company === '') return
    const { app } = state.context.order!
    const allotment = floor.give({ orderNo, app, stage, company, had }, now)
    if (!allotment) return
    const { holder } = allotment
    // The lead gives some by hand.
    if (random.chance(0.06))
      yield tell({ type: 'dispatched', by: desk.lead, at: now, holder, company }, recoveryCase.dispatch.interface)
    else yield tell({ type: 'allotted', by: 'SYS', at: now, ...allotment })
    if (stage !== 'pre' || random.chance(0.4))
      contactsOn(after(stage === 'pre' || stage === 's1' ? 0 : random.int(0, 2)))
  }
  const contactsOn = (day: string) => {
    const when = duringWork(day)
    // Some try at night, or on a Sunday.
    const wrong = random.chance(0.05) ? random.pick([dayStart(day) + 21 * hour, sundayAfter(day) + 10 * hour]) : when
    plan(Math.max(wrong, now + 20 * minute), contactsCustomer)
  }

  async function* contactsCustomer(): Timed {
    if (!works() || now > world.until.contacted) return
    const { holder, stage } = state.context
    attempts += 1
    const attempt = `demo call ${orderNo} ${attempts}`
    const late = stage !== 'pre' && stage !== 's1'
    const channel: ContactChannel = random.weighted([
      ['phone', 70],
      ['whatsapp', 22],
      ['email', 4],
      ['visit', late ? 6 : 0],
    ])
    const agency = floor.companyOf(holder!) === '' ? {} : { agency: true as const }
    const overdue = loan.overdueOn(now)
    const about = { purpose: 'collection', whom: 'self', order: orderNo, ofHolder: true } as const
    const wish = { ...about, attempt, channel, overdue, ...agency }
    const { command, rule } = contacts.attempt(person(), holder!, wish, now)
    yield command
    if (rule !== undefined) return contactsOn(after(1))
    yield tell({ type: 'contacted', by: holder!, at: now, attempt, channel }, recoveryCase.contact.interface)
    yield (now += random.int(2, 7) * minute)
    const { stage: its, rules: inForce } = state.context
    const payment = loan.nextPayment(addDays(businessDay(now), inForce!.horizon))
    const outcome = random.weighted<ContactOutcome>(payment ? willing : unwilling)
    const told =
      channel === 'visit'
        ? ({ type: 'visited', proof: 'Foto rumah dan formulir kunjungan' } as const)
        : ({ type: 'outcomeNoted' } as const)
    yield tell({ ...told, by: holder!, at: now, outcome }, recoveryCase.noteOutcome.interface)
    const noted = { type: 'outcomeNoted', by: holder!, at: now, attempt, outcome } as const
    yield contacts.note(person(), noted, contact.noteOutcome.interface)
    if (outcome === 'promised' && (yield* promises(payment))) return
    const [least, most] = pace[its]
    const days = random.int(least, most)
    if (outcome === 'reached' && random.chance(0.4)) {
      const day = after(Math.min(days, inForce!.horizon))
      yield tell(
        { type: 'callBackSet', by: holder!, at: now, day, horizon: inForce!.horizon },
        recoveryCase.callBack.interface,
      )
    }
    contactsOn(after(days))
  }

  /** A promise to pay, which most customers who pay keep. Returns whether the customer made one. */
  async function* promises(
    payment: ReturnType<LoanWalk['nextPayment']>,
  ): AsyncGenerator<Command | number, boolean, void> {
    if (loan.nextAt() <= now + minute) return false
    yield (now += minute)
    const today = businessDay(now)
    const { horizon, grace } = rules
    const isKept = payment && payment.day >= today && random.chance(0.8)
    const day = isKept ? payment.day : addDays(today, random.int(1, 4))
    const owed = leftOn(ledgerOn(bookOf(loan.state().context), day))
    const due = dueBy(loan.state(), day)
    const amount = Math.min(owed, isKept && random.chance(0.85) ? payment.amount : Math.max(due, 1))
    if (amount <= 0) return false
    const paidToday = receivedToday(loan.state().context, now)
    yield tell(
      { type: 'promised', by: state.context.holder!, at: now, amount, day, owed, horizon, grace, paidToday },
      recoveryCase.promise.interface,
    )
    plan(duringWork(addDays(day, grace + 1)), contactsCustomer)
    return true
  }

  async function* isHeld(): Timed {
    if (!works() && at() !== 'open.unassigned') return
    const from = businessDay(now)
    const terms = { reason: random.pick(holdReasons), from, until: addDays(from, random.int(5, 20)) }
    yield tell(
      { type: 'held', by: desk.lead, at: now, ...terms, heldBack: rules.heldBack },
      recoveryCase.hold.interface,
    )
    if (random.chance(0.3)) plan(duringWork(after(4)), isFreed)
    plan(duringWork(addDays(terms.until, 1)), contactsCustomer)
  }
  async function* isFreed(): Timed {
    if (!at().startsWith('open.held')) return
    yield tell({ type: 'holdLifted', by: desk.lead, at: now }, recoveryCase.liftHold.interface)
  }
  async function* complains(): Timed {
    if (!isOpen()) return
    const complaint = random.pick(complaints)
    yield tell({ type: 'complained', by: desk.lead, at: now, ...complaint }, recoveryCase.complain.interface)
  }
  async function* isRetained(): Timed {
    const { holder, retained } = state.context
    const retains = world.retains.get(holder ?? '') ?? 0
    if (!works() || retained || retains >= usualCollection.retainMost) return
    world.retains.set(holder!, retains + 1)
    const terms = { until: after(random.int(5, 12)), longest: longest.retain, retains, cap: usualCollection.retainMost }
    yield tell({ type: 'retained', by: desk.lead, at: now, ...terms }, recoveryCase.retain.interface)
  }
  /** The lead gives the case to somebody else, or takes it back. */
  async function* isMoved(): Timed {
    if (!works()) return
    const { stage, holder, placement: its } = state.context
    const company = its?.company ?? ''
    const other = floor.give({ orderNo, app: state.context.order!.app, stage, company, had: holder }, now)?.holder
    if (other && other !== holder && (company !== '' || stage !== 'm4'))
      yield tell(
        { type: 'reassigned', by: desk.lead, at: now, holder: other, company },
        recoveryCase.reassign.interface,
      )
    else yield tell({ type: 'recalled', by: desk.lead, at: now }, recoveryCase.recall.interface)
    if (works()) contactsOn(after(1))
  }

  const quoteOf = (company: string, until: string) => {
    const { commission: rate } = Object.values(groups).find((group) => group.company === company)!
    const balance = leftOn(ledgerOn(bookOf(loan.state().context), businessDay(now)))
    return { company, until, balance, groups: 1, rate, caseOpen: isOpen() }
  }
  async function* isProposed(): Timed {
    const { due, placement: its } = state.context
    if (!isOpen() || its || placed.value === 'proposed' || daysBetween(due, businessDay(now)) < 31) return
    if (at().startsWith('open.held') || openPromise(state.context)) {
      plan(duringWork(after(6)), isProposed)
      return
    }
    const company = random.pick(desk.agencies)
    const terms = quoteOf(company, after(random.int(25, 75)))
    const obstacles = { caseHeld: false, promiseOpen: false, paymentPending: false }
    const { app } = state.context.order!
    yield tellPlacement(
      {
        type: 'placementProposed',
        by: desk.lead,
        at: now,
        orderNo,
        app,
        ...terms,
        ...obstacles,
        longest: longest.placement,
      },
      placements.propose.interface,
    )
    plan(duringWork(after(1)), isAnswered)
  }
  async function* isAnswered(): Timed {
    if (placed.value !== 'proposed' || !isOpen()) return
    if (random.chance(0.1)) {
      yield tellPlacement(
        { type: 'placementRefused', by: desk.checker, at: now, reason: 'Nasabah baru saja mencicil' },
        placements.refuse.interface,
      )
      return
    }
    const { company, until } = placed.context
    const terms = { ...quoteOf(company, until), from: businessDay(now) }
    yield tellPlacement(
      { type: 'placementConfirmed', by: desk.checker, at: now, ...terms },
      placements.confirm.interface,
    )
    if (random.chance(0.3)) plan(duringWork(after(random.int(8, 22))), isCalledBack)
  }
  async function* isCalledBack(): Timed {
    if (placed.value !== 'placed') return
    yield tellPlacement(
      { type: 'placementRecalled', by: desk.lead, at: now, paymentPending: false },
      placements.recall.interface,
    )
    plan(duringWork(after(9)), isProposed)
  }

  /** When somebody gets a case that waits: in the first hour of a workday, or soon. */
  const givenAt = (): number => {
    const opens = (day: string): number => {
      const midnight = dayStart(day)
      return contacts.isWorkday(midnight) ? midnight + 8 * hour : opens(addDays(day, 1))
    }
    const today = opens(businessDay(now))
    const when = now < today ? today : now < today + 9 * hour ? now : opens(after(1))
    return when + random.int(1, 25) * minute
  }

  let waits: number | undefined
  for (;;) {
    if (at() !== 'open.unassigned') waits = undefined
    else if (waits === undefined || waits <= now) waits = givenAt()
    const given = waits === undefined || waits > world.until.given ? never : waits
    const due = [...deadlines(state), ...deadlines(placed), ...plans].map((one) => one.at)
    const next = Math.max(now, Math.min(loan.nextAt(), isOpen() ? never : opensAt || never, given, ...due))
    if (next === never) return
    yield (now = next)
    yield* keepsUp()
    const ripe = plans.filter((one) => one.at <= now)
    plans = plans.filter((one) => one.at > now)
    for (const { does } of ripe) {
      yield* does()
      yield* keepsUp()
    }
    if (waits !== undefined && waits <= now && waits <= world.until.given) yield* isGiven()
  }
}

const sundayAfter = (day: string): number => {
  const midnight = dayStart(day)
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 0 ? midnight : sundayAfter(addDays(day, 1))
}

const willing: readonly (readonly [ContactOutcome, number])[] = [
  ['promised', 48],
  ['reached', 20],
  ['noAnswer', 14],
  ['leftMessage', 9],
  ['busy', 9],
]
const unwilling: readonly (readonly [ContactOutcome, number])[] = [
  ['noAnswer', 42],
  ['busy', 14],
  ['reached', 22],
  ['promised', 6],
  ['refused', 7],
  ['leftMessage', 6],
  ['wrongNumber', 3],
]
