import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { usualApprovalRules, usualApprovalTimes } from '../../src/machines/approvalRules.ts'
import { type Database, openPostgres } from '../../src/server/db/database.ts'
import type { Random } from '../../src/server/kit/random.ts'
import { policy } from '../../src/server/policy.ts'
import * as approval from '../../src/services/approval.ts'
import type { BodyOf, DataOf } from '../../src/services/endpoint.ts'
import type { apply } from '../../src/services/intake.ts'
import { password } from './app.ts'
import { application } from './application.ts'
import { callsTo } from './pair.ts'
import { patience } from './patience.ts'
import type { Halves } from './raw.ts'
import { headOf, openRecorder } from './recorder.ts'

type Order = Pick<DataOf<typeof approval.list>['rows'][number], 'orderNo' | 'version' | 'state' | 'holder'>
type Event = keyof typeof approval.commands
type Answer = { stream: string; version: number; pos: number; id: string }
type Person = Halves & { id: string }

const product = { terms: [14, 30], floor: 500_000, cap: 3_000_000 }
const claim = { input: {}, facts: { claimTtl: usualApprovalTimes.claimTtl } }
const nothing = { input: {}, facts: {} }
const pass = { input: { amount: 1_000_000, term: 14, note: '' }, facts: product }
const verdict = { input: { reason: 'policy', note: '' }, facts: {} }
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
}
/** The commands that a reviewer may try, by weight. Some are refused, and those refusals must be right too. */
const tries = {
  first: {
    wait: [
      ['firstClaimed', 8],
      ['firstPassed', 1],
    ],
    claimed: [
      ['firstPassed', 5],
      ['firstRejected', 2],
      ['firstReleased', 2],
      ['returned', 2],
      ['firstClaimed', 1],
    ],
  },
  final: {
    wait: [
      ['finalClaimed', 8],
      ['finalPassed', 1],
    ],
    claimed: [
      ['finalPassed', 4],
      ['finalRejected', 2],
      ['finalReleased', 2],
      ['sentBack', 2],
      ['finalClaimed', 1],
    ],
  },
} as const satisfies Record<string, Record<string, readonly (readonly [Event, number])[]>>

/**
 * Apps and reviewers at work on several servers, at random and without a pause. A call without an answer, or with a
 * fault, is repeated under its idempotency key on any server. `calls` records every answer.
 */
export const openOffice = async (urls: readonly string[], databaseUrl: string, random: Random) => {
  const db: Database = await openPostgres(databaseUrl)
  const { calls, within, applied, seen, decided } = openRecorder(() => vi.waitFor(() => headOf(db), patience))
  let closing = false
  let repeated = 0

  const ask = <Data>(line: string, body: object | undefined, headers: Record<string, string>) =>
    within(async () => {
      let sent = 0
      const answer = await vi.waitFor(async () => {
        sent += 1
        const attempt = await callsTo(random.pick(urls)).call<Data>(line, body, headers)
        if (attempt.code === 500) throw new Error(`${line}: ${JSON.stringify(attempt)}`)
        return attempt
      }, patience)
      repeated += sent - 1
      return answer
    })

  const review = async (stage: 'first' | 'final', who: Person) => {
    const as = { 'x-token': who.token, cookie: who.cookie }
    const body = { list: stage === 'first' ? 'firstWait' : 'firstPass', limit: 20 }
    while (!closing) {
      const listed = await ask<{ rows: Order[] }>('POST /approve/list', body, as)
      for (const row of listed.answer.data.rows) seen(row, listed)
      const rows = listed.answer.data.rows.filter(({ state }) => state.startsWith(`${stage}Review`))
      if (rows.length === 0) continue
      const mine = rows.filter(({ holder }) => holder === who.id)
      const row = random.pick(mine.length > 0 && random.chance(0.7) ? mine : rows)
      if (random.chance(0.2)) {
        const detail = await ask<DataOf<typeof approval.detail>>('POST /approve/detail', { orderNo: row.orderNo }, as)
        const { order, state, history } = detail.answer.data
        seen(order, detail)
        seen({ ...order, version: state.version, state: history[state.version - 1]?.state ?? order.state }, detail)
      }
      const type = random.weighted<Event>(tries[stage][row.state.endsWith('wait') ? 'wait' : 'claimed'])
      const { path, interface: via } = approval.commands[type]
      const { input, facts } = contents[type]!
      const key = randomUUID()
      const answered = await ask(
        `POST ${path}`,
        { orderNo: row.orderNo, version: row.version, ...input },
        { ...as, 'idempotency-key': key },
      )
      const event = { type, by: who.id, at: 0, ...input, ...facts }
      decided({ stream: `approval/${row.orderNo}`, sent: row.version, key, event, via }, answered)
    }
  }

  const applyAndFollow = async () => {
    const by = 'app/demo'
    const mine = new Map<string, BodyOf<typeof apply>>()
    const send = (line: string, body: object, key: string) =>
      ask<Answer>(line, body, { 'x-api-key': password, 'idempotency-key': key })
    while (!closing) {
      const body = application()
      const key = randomUUID()
      const sent = await ask<{ orderNo: string; version: number }>('POST /intake/applications', body, {
        'x-api-key': password,
        'idempotency-key': key,
      })
      const { code, data, msg } = sent.answer
      if (code !== 0) throw new Error(`${code} ${msg} ${JSON.stringify(data)}`)
      applied(key, data.orderNo, data.version, sent)
      mine.set(data.orderNo, body)

      const orderNo = random.pick([...mine.keys()])
      const looked = await ask<Omit<Order, 'holder'>>(`GET /intake/applications/status?orderNo=${orderNo}`, undefined, {
        'x-api-key': password,
      })
      const { version, state } = looked.answer.data
      seen({ orderNo, version, state }, looked)
      const stream = `approval/${orderNo}`
      const again = randomUUID()
      if (state === 'returned') {
        const mended = { orderNo, customer: mine.get(orderNo)!.customer, documents: [] }
        const event = { type: 'resubmitted', by, at: 0, personVersion: 2, machineTtl: policy.machineTtl }
        const answered = await send('POST /intake/resubmissions', mended, again)
        decided({ stream, key: again, event, via: 'intake.resubmit' }, answered)
      } else if (random.chance(0.1)) {
        const event = { type: 'withdrawn', by, at: 0, payoutSent: false }
        const answered = await send('POST /intake/withdrawals', { orderNo }, again)
        decided({ stream, key: again, event, via: 'intake.withdraw' }, answered)
      }
    }
  }

  const login = async (name: string): Promise<Person> => {
    const person = await callsTo(urls[0]!).login(name)
    return { token: person.token, cookie: person.cookie, id: (await person.info()).data.id }
  }
  const first = await Promise.all(['reviewer1', 'reviewer1.2', 'reviewer1.3'].map(login))
  const final = await Promise.all(['reviewer2', 'reviewer2.2'].map(login))
  const work = Promise.all([
    ...first.map((who) => review('first', who)),
    ...final.map((who) => review('final', who)),
    ...Array.from({ length: 2 }, applyAndFollow),
  ])
  // `close` reports the failure; until then it must not count as an unhandled rejection.
  work.catch(() => {})

  return {
    calls,
    repeated: () => repeated,
    /** Resolves when every pending call is answered; throws the error of one that was not. */
    close: async () => {
      closing = true
      try {
        await work
      } finally {
        await db.close()
      }
    },
  }
}
