import { randomOf } from '../kit/random.ts'
import { Refused } from '../kit/refused.ts'
import { approvedIn, payableOf } from '../payout/terms.ts'
import { noteUnheard, noteWord } from '../providerReports/noteReport.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import type { Lender } from './catalogue.ts'
import { type Fate, payoutStoryOf } from './payoutStory.ts'

const second = 1000
const halfDay = 12 * 3_600_000
const mostInABatch = 400

// Fates of the newest orders that are old enough, so that every screen has work. With few orders it would be all.
const fewest = 200
const stuck: readonly Fate[] = [
  ...Array<Fate>(5).fill('failed'),
  ...Array<Fate>(3).fill('unknown'),
  ...Array<Fate>(2).fill('doubted'),
  ...Array<Fate>(4).fill('checking'),
  ...Array<Fate>(6).fill('waiting'),
]

/** Makes the payouts of approved orders up to the number `orders`, until now, in order of time. Clones have none. */
export const makePayouts = async (server: Server, { staff }: Lender, orders: number): Promise<void> => {
  const { store, clock } = server
  const now = clock.now()
  const desk = { finance: staff.finance![0]!, checker: staff.financeChecker![0]! }
  const [usual, other = usual] = Object.keys(server.channels.payouts)
  if (usual === undefined) return
  const { most } = server.channels.payouts[usual]!
  const random = randomOf('loket payouts')
  const told: Command[] = []
  const passed = (await passedOrders(server)).filter(({ order_no: orderNo }) => Number(orderNo.slice(-6)) <= orders)
  const ripe = passed.filter(({ final_at: at }) => at! < now - halfDay)
  const fates = new Map(orders < fewest ? [] : stuck.map((fate, nth) => [ripe.at(-1 - nth)?.order_no, fate]))
  for (const { order_no: orderNo } of passed) {
    const approval = await store.state(`approval/${orderNo}`)
    const approved = approvedIn(approval)
    if (!approved) continue
    const terms = { ...approved, ...payableOf(server, approval) }
    const fate = fates.get(orderNo) ?? 'paid'
    const channels = { most, other: other! }
    for (const command of payoutStoryOf(
      terms,
      approved.approvedAt + second,
      desk,
      channels,
      fate,
      random.fork(orderNo),
    )) {
      if (command.event.at > now) break
      told.push(command)
    }
  }
  told.sort((one, another) => one.event.at - another.event.at)
  for (let from = 0; from < told.length; from += mostInABatch) {
    const outcomes = await store.append(told.slice(from, from + mostInABatch))
    const refused = outcomes.find((result) => result instanceof Refused)
    if (refused) throw refused
  }
  await noteWords(server, told, usual)
  await dropJobs(server)
}

const passedOrders = ({ db }: Server) =>
  db.sql
    .selectFrom('approval')
    .select(['order_no', 'final_at'])
    .where('state', '=', 'passed')
    .orderBy('final_at')
    .orderBy('order_no')
    .execute()

const messages: Record<string, string> = {
  payoutFailed: 'The account is closed',
  payoutContradicted: 'Paid to the account',
  payoutBounced: "Returned by the customer's bank",
}

/** Stores the provider's messages and raises the alarms of these stories, one of them a rejected callback. */
const noteWords = async ({ db, ids, clock }: Server, told: readonly Command[], provider: string) => {
  for (const { event } of told) {
    const message = messages[event.type]
    if (message === undefined || !('txid' in event) || !('code' in event)) continue
    const isContradiction = event.type === 'payoutContradicted'
    const word = isContradiction ? event.word : event.type === 'payoutBounced' ? 'bounced' : 'failed'
    const about = { provider, txid: event.txid, source: 'callback', word, code: event.code, message }
    const order_no = event.txid.replace(/-P\d+$/, '')
    const outcome = isContradiction ? ('contradicts' as const) : ('taken' as const)
    await noteWord(db, { ...about, order_no, outcome }, ids(), event.at)
  }
  if (told.length > 0) await noteUnheard(db, provider, 'signature', ids(), clock.now() - halfDay)
}

/** Deletes the jobs of what is done, except the polling for payouts whose outcome is unknown. */
const dropJobs = ({ db }: Server) =>
  db.sql
    .deleteFrom('es_effect')
    .where('name', 'in', ['openPayout', 'cancelPayout', 'sendPayout', 'askProvider', 'voidLoan'])
    .where((eb) =>
      eb.or([
        eb('name', '!=', 'askProvider'),
        eb('stream', 'not in', eb.selectFrom('es_stream').select('stream').where('state', 'like', 'unknown%')),
      ]),
    )
    .execute()
