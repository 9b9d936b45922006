import { blank, evolve, type State } from '../../machines/kernel.ts'
import { lastAttempt, type Payout, type PayoutEvent, type PayoutTerms } from '../../machines/payout.facts.ts'
import { payoutMachine } from '../../machines/payout.ts'
import { payoutTimes, usualPayoutRules } from '../../machines/payoutRules.ts'
import { txidOf } from '../../machines/txid.ts'
import * as payout from '../../services/payout.ts'
import type { Random } from '../kit/random.ts'
import type { Command } from '../store/command.ts'

/** How far a payout gets: `paid` in the end, or stuck where staff have something to do. */
export type Fate = 'paid' | 'checking' | 'failed' | 'doubted' | 'unknown' | 'waiting'
type Desk = { finance: string; checker: string }
type Story = Generator<Command, void, void>

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const closed = 'ACCOUNT_CLOSED'

const via = (type: PayoutEvent['type']) =>
  (payout.commands as Record<string, { interface: string }>)[type]?.interface ?? 'SYS'

/** A random story of one payout from its opening on, with the given fate. */
export function* payoutStoryOf(
  terms: PayoutTerms,
  openedAt: number,
  desk: Desk,
  { most, other }: { most: number; other: string },
  fate: Fate,
  random: Random,
): Story {
  const stream = `payout/${terms.orderNo}`
  const sendable = { orderStands: true, most }
  let state: State<Payout> = blank(payoutMachine)
  let at = openedAt

  const tell = (event: PayoutEvent): Command => {
    state = evolve(payoutMachine, state, event).state
    return { stream, event, via: via(event.type), key: `demo ${state.version} ${stream}` }
  }
  const after = (least: number, greatest: number) => {
    at += random.int(least, greatest)
    return at
  }
  const system = (least: number, greatest: number) => ({ by: 'SYS' as const, at: after(least, greatest) })
  const finance = () => ({ by: desk.finance, at: after(5 * minute, 3 * hour) })
  const checker = () => ({ by: desk.checker, at: after(5 * minute, 2 * hour) })
  const txid = () => lastAttempt(state.context)!.txid

  function* sends(): Story {
    const { attempts } = state.context
    const { answerTtl } = payoutTimes(usualPayoutRules)
    yield tell({
      type: 'payoutApproved',
      ...checker(),
      ...sendable,
      txid: txidOf(terms.orderNo, attempts.length + 1),
      answerTtl,
    })
    yield tell({ type: 'payoutAccepted', ...system(second, 3 * second), txid: txid(), answerTtl })
  }
  function* arrives(least = 3 * second, greatest = 40 * second): Story {
    const told = system(least, greatest)
    yield tell({ type: 'payoutSucceeded', ...told, txid: txid(), amount: terms.amount, paidAt: told.at })
  }
  function* fails(): Story {
    yield tell({ type: 'payoutFailed', ...system(3 * second, 40 * second), txid: txid(), code: closed })
  }
  function* contradicts(): Story {
    const report = { word: 'succeeded', code: 'PAID' } as const
    yield tell({ type: 'payoutContradicted', ...system(minute, hour), txid: txid(), ...report })
  }
  function* falls(): Story {
    const { at: due, version: armed } = state.armed.noAnswer!
    at = due
    yield tell({ type: 'noAnswer', by: 'SYS', at, armed })
  }

  yield tell({ type: 'payoutOpened', by: 'SYS', at, ...terms })
  if (fate === 'waiting') return
  yield tell({ type: 'payoutSubmitted', ...finance(), ...sendable, amount: terms.amount })
  if (fate === 'checking') return
  if (random.chance(0.03)) {
    yield tell({ type: 'payoutRefused', ...checker(), reason: 'Rekening sedang diperiksa' })
    yield tell({ type: 'payoutSubmitted', ...finance(), ...sendable, amount: terms.amount })
  }
  yield* sends()
  if (fate === 'unknown') return yield* falls()
  if (fate === 'failed') return yield* fails()
  if (fate === 'doubted') {
    yield* fails()
    return yield* contradicts()
  }
  const course = random.weighted([
    ['well', 920],
    ['otherChannel', 40],
    ['late', 20],
    ['found', 10],
    ['back', 10],
  ] as const)
  if (course === 'otherChannel') {
    yield* fails()
    yield tell({
      type: 'channelChanged',
      ...finance(),
      ...sendable,
      channel: other,
      evidence: 'Surat penyedia tentang rekening tertutup',
    })
    yield* sends()
  }
  if (course === 'late') yield* falls()
  if (course === 'found') {
    yield* falls()
    const found = finance()
    yield tell({ type: 'unpaidProposed', ...found, txid: txid(), evidence: 'Tidak ada di rekening koran' })
    yield tell({ type: 'payoutResolved', ...checker() })
    yield tell({ type: 'payoutRetried', ...finance(), ...sendable, evidence: 'Belum dibayar menurut bank' })
    yield* sends()
  }
  yield* arrives(...(course === 'late' ? ([hour, 6 * hour] as const) : []))
  if (course === 'back') {
    yield tell({ type: 'payoutBounced', ...system(20 * minute, hour), txid: txid(), code: 'RETURNED', repaid: false })
    yield tell({ type: 'payoutRetried', ...finance(), ...sendable, evidence: 'Nasabah sudah membuka blokir rekening' })
    yield* sends()
    yield* arrives()
  }
}
