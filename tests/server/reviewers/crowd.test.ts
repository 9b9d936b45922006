import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { usualApprovalRules, usualApprovalTimes } from '../../../src/machines/approvalRules.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { randomOf } from '../../../src/server/kit/random.ts'
import { rebuild } from '../../../src/server/maintenance/rebuild.ts'
import { policy } from '../../../src/server/policy.ts'
import * as approval from '../../../src/services/approval.ts'
import { password } from '../../kit/app.ts'
import { application } from '../../kit/application.ts'
import { allEvents, logProblems } from '../../kit/log.ts'
import { rowsMade } from '../../kit/made.ts'
import { callsTo, startPair } from '../../kit/pair.ts'
import { misfits } from '../../kit/prefix.ts'
import type { Person, Raw } from '../../kit/raw.ts'
import { headOf, openRecorder, type Recorder } from '../../kit/recorder.ts'

const databaseUrl = inject('databaseUrl')
const seed = process.env.CROWD_SEED ?? String(Date.now())
const people = 50
const leads = 5
// Five thousand take minutes.
const orders = inject('deep') ? 5000 : 300

type Event = keyof typeof approval.commands
type Row = { orderNo: string; version: number; state: string; holder: string | null }
type Reviewer = { id: string; lead: boolean; at: (server: number) => Person }

const product = { terms: [14, 30], floor: 500_000, cap: 3_000_000 }
const claim = { input: {}, facts: { claimTtl: usualApprovalTimes.claimTtl } }
const pass = { input: { amount: 1_000_000, term: 14, note: '' }, facts: product }
const verdict = { input: { reason: 'policy', note: '' }, facts: {} }
const nothing = { input: {}, facts: {} }
const contents: Partial<Record<Event, { input: object; facts: object }>> = {
  firstClaimed: claim,
  firstReleased: nothing,
  firstPassed: pass,
  firstRejected: verdict,
  returned: {
    input: { ...verdict.input, mend: ['bank'] },
    facts: { returnTtl: usualApprovalTimes.returnTtl, mostReturns: usualApprovalRules.mostReturns },
  },
  finalClaimed: claim,
  finalReleased: nothing,
  finalPassed: pass,
  finalRejected: verdict,
  sentBack: verdict,
  approvalUndone: { input: verdict.input, facts: { payoutSent: false } },
}
const tries = {
  'firstReview.wait': [['firstClaimed', 1]],
  'firstReview.claimed': [
    ['firstPassed', 12],
    ['firstRejected', 3],
    ['returned', 2],
    ['firstReleased', 2],
    ['firstClaimed', 1],
  ],
  'finalReview.wait': [
    ['finalClaimed', 9],
    ['finalPassed', 1],
  ],
  'finalReview.claimed': [
    ['finalPassed', 12],
    ['finalRejected', 3],
    ['sentBack', 2],
    ['finalReleased', 2],
    ['finalClaimed', 1],
  ],
  passed: [['approvalUndone', 1]],
} as const satisfies Record<string, readonly (readonly [Event, number])[]>

describe.runIf(databaseUrl)(`fifty reviewers on two servers and one PostgreSQL (CROWD_SEED=${seed})`, () => {
  const random = randomOf(seed)
  let pair: Awaited<ReturnType<typeof startPair>>
  let recorder: Recorder
  let crowd: Reviewer[]
  let urls: string[]

  beforeAll(async () => {
    pair = await startPair(databaseUrl!)
    urls = [pair.one.url, pair.other.url]
    recorder = openRecorder(() => headOf(pair.db))
    crowd = await hire(urls)
  })
  afterAll(() => pair.close())

  /** Sends a command through either server; now and then twice at once, as a double click does. */
  const send = async (who: Reviewer, { orderNo, version }: Row, type: Event) => {
    const { path, interface: via } = approval.commands[type]
    const { input, facts } = contents[type]!
    const key = randomUUID()
    const stream = `approval/${orderNo}`
    const event = { type, by: who.id, at: 0, ...input, ...facts }
    const clicks = random.chance(0.1) ? 2 : 1
    const answers = await Promise.all(
      Array.from({ length: clicks }, () =>
        recorder.within(
          () =>
            who
              .at(random.int(0, 1))
              .call(`POST ${path}`, { orderNo, version, ...input }, { 'idempotency-key': key }) as Promise<Raw>,
          key,
        ),
      ),
    )
    for (const answered of answers) recorder.decided({ stream, sent: version, key, event, via }, answered)
    return answers[0]!.answer.code === 0
  }

  const resubmit = async (orderNo: string, customer: ReturnType<typeof application>['customer']) => {
    const key = randomUUID()
    const answered = await recorder.within(
      () =>
        callsTo(random.pick(urls)).call(
          'POST /intake/resubmissions',
          { orderNo, customer, documents: [] },
          { 'x-api-key': password, 'idempotency-key': key },
        ),
      key,
    )
    const event = { type: 'resubmitted', by: 'app/demo', at: 0, personVersion: 2, machineTtl: policy.machineTtl }
    recorder.decided({ stream: `approval/${orderNo}`, key, event, via: 'intake.resubmit' }, answered)
  }

  test(`decide ${orders} applications between them, each once a round, by two people, and lose nothing`, async () => {
    const bodies = new Map<string, ReturnType<typeof application>>()
    const waiting = Array.from({ length: orders }, () => application())
    const applying = async () => {
      for (let body = waiting.pop(); body; body = waiting.pop())
        bodies.set(await recorder.apply(random.pick(urls), { key: randomUUID(), body }), body)
    }
    await Promise.all(Array.from({ length: 16 }, applying))

    let undone = 0
    const review = async (who: Reviewer) => {
      for (let idle = 0; idle < 3;) {
        const mayUndo = who.lead && undone < orders / 20 && random.chance(0.2)
        const list = mayUndo ? 'finalPass' : random.pick(['firstWait', 'finalWait'] as const)
        const { data } = await who.at(random.int(0, 1)).call<{ rows: Row[] }>('POST /approve/list', { list, limit: 20 })
        const mine = data.rows.filter(({ holder }) => holder === who.id)
        idle = data.rows.length === 0 ? idle + 1 : 0
        if (data.rows.length === 0) continue
        const row = random.pick(mine.length > 0 && random.chance(0.8) ? mine : data.rows)
        const moves = tries[row.state as keyof typeof tries]
        // It has moved on since the list was read.
        if (!moves) continue
        const type = random.weighted<Event>(moves)
        const taken = await send(who, row, type)
        if (taken && type === 'approvalUndone') undone += 1
        if (taken && type === 'returned' && random.chance(0.6))
          await resubmit(row.orderNo, bodies.get(row.orderNo)!.customer)
      }
    }
    const underWay = async () => {
      const rows = await pair.db.sql.selectFrom('approval').select(['stage']).execute()
      return rows.filter(({ stage }) => ['machineReview', 'firstReview', 'finalReview'].includes(stage)).length
    }
    while ((await underWay()) > 0) await Promise.all(crowd.map(review))
    await Promise.all([pair.one.stop(), pair.other.stop()])

    // Every answer has its place in the log, and the chart accepts every event in its state.
    expect(misfits(await allEvents(pair.db), recorder.calls)).toEqual([])
    expect(await logProblems(pair.db)).toEqual([])
    expect(await decisionProblems(pair.db)).toEqual([])
    const states = await pair.db.sql.selectFrom('approval').select('state').distinct().execute()
    const ends = ['closed', 'finalRejected', 'firstRejected', 'machineRejected', 'passed', 'returned']
    expect(ends).toEqual(expect.arrayContaining(states.map(({ state }) => state)))
    expect(undone).toBeGreaterThan(0)

    const before = await rowsMade(pair.db)
    expect(before.approval!.split('\n')).toHaveLength(orders)
    await rebuild(pair.db)
    expect(await rowsMade(pair.db)).toEqual(before)
  })
})

/** Fifty people who may decide at either stage, five of them also leads, with one session for both servers. */
const hire = async (urls: readonly string[]): Promise<Reviewer[]> => {
  const [one, other] = urls.map(callsTo)
  const admin = await one!.login('admin')
  const { data } = await admin.call<{ roles: { id: number; name: string }[] }>('GET /power/get_roles')
  const roleId = (name: string) => data.roles.find((role) => role.name === name)!.id
  const hireOne = async (nth: number): Promise<Reviewer> => {
    const lead = nth < leads
    const roles = [roleId('approve'), ...(lead ? [roleId('reviewLead')] : [])]
    const email = `crowd${nth}@demo.example`
    const { code, msg } = await admin.call('POST /user/edit_user', { name: `Crowd ${nth}`, email, password, roles })
    if (code !== 0) throw new Error(`${code} ${msg}`)
    const here = await one!.login(`crowd${nth}`)
    const { data: info } = await here.info()
    const there = other!.as(here)
    return { id: info.id, lead, at: (server) => (server === 0 ? here : there) }
  }
  const hired: Reviewer[] = []
  // Password hashing is slow on purpose, and there are two cores.
  for (let nth = 0; nth < people; nth += 2) hired.push(...(await Promise.all([hireOne(nth), hireOne(nth + 1)])))
  return hired
}

/**
 * Flaws in who decided, read from the events alone: two decisions in a round, one without a claim, or both reviews by
 * one person.
 */
const decisionProblems = async (db: Database): Promise<string[]> => {
  const problems: string[] = []
  type Course = { holder: string | null; first: string | null; decided: Set<string> }
  const courses = new Map<string, Course>()
  const first = ['firstPassed', 'firstRejected', 'returned']
  const final = ['finalPassed', 'finalRejected', 'sentBack']
  for (const { stream, version, type, actor } of await allEvents(db)) {
    if (!stream.startsWith('approval/')) continue
    const course = courses.get(stream) ?? { holder: null, first: null, decided: new Set() }
    courses.set(stream, course)
    const wrong = (what: string) => problems.push(`${stream} at ${version}, ${type} by ${actor}: ${what}`)
    if (type.endsWith('Claimed')) {
      if (course.holder !== null) wrong(`${course.holder} held it`)
      course.holder = actor
    }
    if (/(Released|Recalled|ClaimExpired)$/.test(type)) course.holder = null
    const stage = first.includes(type) ? 'first' : final.includes(type) ? 'final' : undefined
    if (stage) {
      if (course.holder !== actor) wrong(`${course.holder} held it`)
      if (course.decided.has(stage)) wrong('it was decided in this round')
      if (stage === 'first') course.first = actor
      else if (course.first === actor) wrong('it was passed by the same person before')
      course.decided.add(stage)
      course.holder = null
    }
    if (type === 'approvalUndone') course.decided.delete('final')
    if (type === 'sentBack' || type === 'resubmitted') {
      course.first = null
      course.decided.clear()
    }
  }
  return problems
}
