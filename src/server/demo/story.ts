import type { Application, ApprovalEvent } from '../../machines/approval.facts.ts'
import { machineOutcome } from '../../machines/approval.facts.ts'
import { mendFields, reasonsFor } from '../../machines/approval.reasons.ts'
import { usualApprovalRules, usualApprovalTimes } from '../../machines/approvalRules.ts'
import { businessDay } from '../../machines/calendar.ts'
import { basisPoints } from '../../machines/money.ts'
import * as approval from '../../services/approval.ts'
import { type Customer, documentKinds } from '../../services/customer.ts'
import * as intake from '../../services/intake.ts'
import { customerTypes } from '../approval/intake.ts'
import { keepReview, reviewOf } from '../approval/machineReview.ts'
import type { Document } from '../customers/vault.ts'
import type { Random } from '../kit/random.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import type { Lender } from './catalogue.ts'
import { customerOf } from './people.ts'
import { pictureVariants } from './pictures.ts'

const { claimTtl, returnTtl } = usualApprovalTimes
const returning = { returnTtl, mostReturns: usualApprovalRules.mostReturns }
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The commands of one application, each at its instant. */
export type Story = AsyncGenerator<Command, void, void>
/** A customer of the simulated lender, and the outcome of their orders so far. */
export type Known = {
  customer: Customer & { device: string }
  person: string
  version: number
  passed: number
  /** The apps that approved an order of theirs. */
  passedBy: Set<string>
  failed: number
  busy: boolean
  /** The devices that their applications came from. */
  visits: { visitor: string; app: string; channel: string; at: number }[]
}
/** The inputs common to all stories. `pictures` is keyed by kind and variant; an application omits a missing picture. */
export type Cast = { lender: Lender; known: Known[]; pictures: Map<string, Buffer>; providers: Server['channels'] }

// The sandbox bureau never answers for these NIKs. In a story the machine's deadline passes instead.
const unanswered = (nik: string) => nik.endsWith('96') || nik.endsWith('99')

/** A random story of one application from its intake to its end. */
export async function* storyOf(server: Server, cast: Cast, random: Random, start: number, index: number): Story {
  const { lender } = cast
  const { vault, ids } = server
  const stream = `approval/${orderNoOf(start, index)}`
  const someone = customerFor(cast, random, start)
  someone.busy = true
  someone.version += 1
  const told = applicationOf(lender, random, someone, orderNoOf(start, index))
  const visitor = vault.visitorOf(told.app, someone.customer.device)
  const application = { ...told, visitor }
  someone.visits.push({ visitor, app: told.app, channel: told.channel, at: start })
  let version = 0
  let at = start
  const command = (event: ApprovalEvent, via: string, writes?: Command['writes']): Command => {
    version += 1
    return { stream, event, via, key: `demo ${version} ${stream}`, ...(writes ? { writes } : {}) }
  }
  const system = () => ({ by: 'SYS' as const, at })
  const noJob: Command['writes'] = (tx) =>
    tx.deleteFrom('es_effect').where('stream', '=', stream).where('name', '=', 'runMachineReview').execute()
  const over = (result: 'passed' | 'failed' | undefined) => {
    someone.busy = false
    if (result) someone[result] += 1
    if (result === 'passed') someone.passedBy.add(application.app)
  }

  const documents = documentsOf(cast, random, ids)
  yield command(
    { type: 'submitted', by: 'app/demo', at, application, machineTtl: policy.machineTtl },
    intake.apply.interface,
    async (tx) => {
      const record = { ...someone.customer, documents: documents.map(({ id, kind }) => ({ id, kind })) }
      await vault.write(tx, { person: someone.person, version: application.personVersion }, record, start, documents)
    },
  )

  const machine = async (round: number, personVersion: number) => {
    if (unanswered(someone.customer.nik)) {
      const armed = version
      at += policy.machineTtl
      return command({ type: 'machineTimedOut', ...system(), armed }, 'SYS', noJob)
    }
    at += random.int(2, 40) * 1000
    const reference = ids()
    const reviewedAt = at
    const review = await reviewOf(
      { ...server, channels: cast.providers },
      { ...application, personVersion },
      round,
      reference,
      at,
    )
    return command(
      { type: machineOutcome(review.finding), ...system(), round, finding: review.finding },
      'SYS',
      async (tx) => {
        await noJob(tx, { stream, version, pos: 0, id: '' })
        await keepReview(vault, tx, { ...application, round, reference, at: reviewedAt }, review)
      },
    )
  }

  let round = 1
  let reviewed = await machine(round, application.personVersion)
  yield reviewed
  const finding = 'finding' in reviewed.event ? reviewed.event.finding : undefined
  if (reviewed.event.type === 'machineRejected') return over('failed')

  for (;;) {
    // First review: claimed within about a day, sometimes released or left to expire.
    at += random.int(10 * minute, 30 * hour)
    const reviewer = random.pick(lender.staff.reviewer1!)
    if (random.chance(0.02)) {
      yield command({ type: 'withdrawn', by: 'app/demo', at, payoutSent: false }, intake.withdraw.interface)
      return over(undefined)
    }
    yield command({ type: 'firstClaimed', by: reviewer, at, claimTtl }, approval.firstClaim.interface)
    const fate = random.weighted([
      ['pass', 66],
      ['reject', 17],
      ['return', 6],
      ['release', 7],
      ['expire', 4],
    ] as const)
    if (fate === 'expire') {
      const armed = version
      at += claimTtl + random.int(0, 1000)
      yield command({ type: 'firstClaimExpired', ...system(), armed }, 'SYS')
      continue
    }
    at += random.int(3, 25) * minute
    const did = { by: reviewer, at }
    if (fate === 'release') {
      yield command({ type: 'firstReleased', ...did }, approval.firstRelease.interface)
      continue
    }
    const reason = random.pick(reasonsFor.firstRejected)
    if (fate === 'reject') {
      yield command({ type: 'firstRejected', ...did, reason, note: '' }, approval.firstReject.interface)
      return over('failed')
    }
    if (fate === 'return') {
      const mend = [random.pick(mendFields)]
      yield command(
        { type: 'returned', ...did, reason: 'documentUnreadable', note: '', mend, ...returning },
        approval.firstReturn.interface,
      )
      if (random.chance(0.3)) {
        const armed = version
        at += returnTtl + random.int(0, 1000)
        yield command({ type: 'returnExpired', ...system(), armed }, 'SYS')
        return over(undefined)
      }
      at += random.int(hour, 3 * day)
      round += 1
      someone.version += 1
      const personVersion = someone.version
      yield command(
        { type: 'resubmitted', by: 'app/demo', at, personVersion, machineTtl: policy.machineTtl },
        intake.resubmit.interface,
        (tx) =>
          vault.write(
            tx,
            { person: someone.person, version: personVersion },
            { ...someone.customer, documents: documents.map(({ id, kind }) => ({ id, kind })) },
            at,
          ),
      )
      reviewed = await machine(round, personVersion)
      yield reviewed
      if (reviewed.event.type === 'machineRejected') return over('failed')
      continue
    }
    const product = lender.products.find(({ code }) => code === application.product)!
    const amount = random.chance(0.8)
      ? application.amount
      : Math.max(product.min_amount, Math.round((application.amount * 0.7) / 100_000) * 100_000)
    const decision = {
      amount: Math.min(amount, application.amount),
      term: application.term,
      note: '',
      terms: product.terms,
      floor: product.min_amount,
      cap: product.max_amount,
    }
    yield command({ type: 'firstPassed', ...did, ...decision }, approval.firstPass.interface)

    // Final review, by somebody else.
    at += random.int(20 * minute, 18 * hour)
    const checker = random.pick(lender.staff.reviewer2!)
    yield command({ type: 'finalClaimed', by: checker, at, claimTtl }, approval.finalClaim.interface)
    at += random.int(3, 25) * minute
    const checked = { by: checker, at }
    const verified = reviewed.event.type !== 'machineTimedOut' && (finding?.accountVerified ?? false)
    const end = verified
      ? random.weighted([
          ['pass', 84],
          ['reject', 11],
          ['back', 5],
        ] as const)
      : 'reject'
    if (end === 'pass') {
      yield command({ type: 'finalPassed', ...checked, ...decision }, approval.finalPass.interface)
      return over('passed')
    }
    if (end === 'reject') {
      yield command({ type: 'finalRejected', ...checked, reason, note: '' }, approval.finalReject.interface)
      return over('failed')
    }
    yield command(
      { type: 'sentBack', ...checked, reason: 'reviewIncomplete', note: '' },
      approval.finalSendBack.interface,
    )
    round += 1
  }
}

/** The number of the `index`-th order, counted from 0, which came in at an instant. */
export const orderNoOf = (at: number, index: number) =>
  `LK${businessDay(at).replaceAll('-', '').slice(2)}${String(index + 1).padStart(6, '0')}`

/** A new customer, or in a quarter of the cases a known one without an open order. */
const customerFor = (cast: Cast, random: Random, at: number): Known => {
  const idle = cast.known.filter(({ busy }) => !busy)
  if (idle.length > 20 && random.chance(0.25)) return random.pick(idle)
  const customer = related(cast, random, customerOf(random, businessDay(at)))
  const known = {
    customer,
    person: `demo-${cast.known.length + 1}`,
    version: 0,
    passed: 0,
    passedBy: new Set<string>(),
    failed: 0,
    busy: false,
    visits: [],
  }
  cast.known.push(known)
  return known
}

/** Sometimes gives a customer another's device, account or contact, which reviewers should notice. */
const related = (cast: Cast, random: Random, customer: Customer): Known['customer'] => {
  const one = { ...customer, device: `device-${cast.known.length + 1}` }
  if (cast.known.length === 0 || random.chance(0.9)) return one
  const { customer: other } = random.pick(cast.known)
  const { name, phone } = other
  const [closest, ...contacts] = one.contacts
  return random.pick([
    { ...one, device: other.device },
    { ...one, bank: { ...other.bank, holder: one.bank.holder } },
    { ...one, contacts: [{ ...closest!, name, phone }, ...contacts] },
    { ...one, contacts: [other.contacts[0]!, ...contacts] },
  ])
}

// A customer app's own campaigns.
const batches = ['LEBARAN', 'WARUNG-2', 'REF']

const applicationOf = (lender: Lender, random: Random, someone: Known, orderNo: string): Application => {
  const product = random.pick(lender.products)
  const amount = random.int(product.min_amount / 100_000, product.max_amount / 100_000) * 100_000
  const app = random.pick(lender.apps).code
  const nth = Number(someone.person.replace('demo-', ''))
  return {
    orderNo,
    person: someone.person,
    personVersion: someone.version,
    app,
    channel: random.pick(lender.channels),
    product: product.code,
    ...customerTypes({ passed: someone.passed, passedHere: someone.passedBy.has(app) ? 1 : 0 }),
    ...(nth % 9 === 0 ? { whiteType: batches[(nth / 9) % batches.length]! } : {}),
    loanCount: someone.passed,
    failedOrderCount: someone.failed,
    amount,
    term: random.pick(product.terms),
    serviceFee: basisPoints(amount, product.service_fee_bps),
    handlingFee: product.handling_fee,
  }
}

const documentsOf = (cast: Cast, random: Random, ids: () => string): Document[] => {
  const variant = random.int(0, pictureVariants - 1)
  const kinds = documentKinds.filter(
    (kind) =>
      cast.pictures.has(`${kind} ${variant}`) && (kind.startsWith('id') || kind === 'handheld' || random.chance(0.5)),
  )
  return kinds.map((kind) => ({ id: ids(), kind, mime: 'image/webp', bytes: cast.pictures.get(`${kind} ${variant}`)! }))
}
