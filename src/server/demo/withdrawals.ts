import { businessDay } from '../../machines/calendar.ts'
import type { Fact } from '../../machines/kernel.ts'
import { payoutTimes, usualPayoutRules } from '../../machines/payoutRules.ts'
import { withdrawalTxid } from '../../machines/txid.ts'
import type { WithdrawalEvent } from '../../machines/withdrawal.facts.ts'
import * as withdrawal from '../../services/withdrawal.ts'
import { sha256 } from '../kit/hash.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import { keepCard } from '../withdrawal/card.ts'
import type { Lender } from './catalogue.ts'

const minute = 60_000
const day = 24 * 60 * minute

type Fate = 'paid' | 'failed' | 'unknown' | 'refused' | 'requested'
const told: readonly { fate: Fate; daysAgo: number; amount: number; account: string; purpose: string }[] = [
  { fate: 'paid', daysAgo: 31, amount: 42_500_000, account: 'MANDIRI', purpose: 'Sewa kantor' },
  { fate: 'paid', daysAgo: 24, amount: 18_250_000, account: 'MANDIRI', purpose: 'Listrik dan internet' },
  { fate: 'refused', daysAgo: 17, amount: 95_000_000, account: 'BCA-OUT', purpose: 'Uang muka pemasok' },
  { fate: 'failed', daysAgo: 9, amount: 7_400_000, account: 'BCA-IN', purpose: 'Jasa pengarsipan' },
  { fate: 'paid', daysAgo: 8, amount: 7_400_000, account: 'BCA-IN', purpose: 'Jasa pengarsipan' },
  { fate: 'unknown', daysAgo: 2, amount: 12_000_000, account: 'BCA-OUT', purpose: 'Perangkat kantor' },
  { fate: 'requested', daysAgo: 1, amount: 42_500_000, account: 'MANDIRI', purpose: 'Sewa kantor' },
  { fate: 'requested', daysAgo: 0, amount: 3_150_000, account: 'MANDIRI', purpose: 'Kurir' },
]

/** Makes the simulated lender's cash record: some withdrawals paid, some waiting for a second person. */
export const makeWithdrawals = async ({ store, clock, ids, channels }: Server, { staff }: Lender): Promise<void> => {
  const [channel] = Object.keys(channels.payouts)
  if (channel === undefined) return
  const [maker, checker] = [staff.finance![0]!, staff.financeChecker![0]!]
  const { most } = channels.payouts[channel]!
  for (const [nth, { fate, daysAgo, purpose, ...order }] of told.entries()) {
    const at = clock.now() - daysAgo * day - 3 * minute
    const txid = withdrawalTxid(businessDay(at), sha256(`demo ${nth}`))
    const stream = `withdrawal/${txid}`
    const card = { bank: 'BCA', account: `52203${10_000 + nth * 1237}`, holder: 'PT Mitra Kantor' }
    const send = async (event: WithdrawalEvent, via: string, writes?: Command['writes']) =>
      store.send({ stream, event, via, key: ids(), ...(writes && { writes }) })
    const by = (who: string, minutes: number): Omit<Fact, 'type'> => ({ by: who, at: at + minutes * minute })
    const { answerTtl } = payoutTimes(usualPayoutRules)
    await send(
      { type: 'withdrawalRequested', ...by(maker, 0), ...order, channel, purpose, most, matches: true },
      withdrawal.request.interface,
      (tx) => keepCard(tx, txid, card),
    )
    if (fate === 'requested') continue
    if (fate === 'refused') {
      await send(
        { type: 'withdrawalRefused', ...by(checker, 40), reason: 'Belum ada faktur' },
        withdrawal.refuse.interface,
      )
      continue
    }
    await send({ type: 'withdrawalApproved', ...by(checker, 40), most, answerTtl }, withdrawal.approve.interface)
    await send({ type: 'withdrawalAccepted', ...by('SYS', 41), answerTtl }, 'SYS')
    const late = { type: 'noAnswer' as const, by: 'SYS' as const, at: at + 72 * minute, armed: 3 }
    const paid = { type: 'withdrawalSucceeded' as const, ...by('SYS', 45), amount: order.amount }
    if (fate === 'unknown') await send(late, 'SYS')
    if (fate === 'failed') await send({ type: 'withdrawalFailed', ...by('SYS', 45), code: 'ACCOUNT_CLOSED' }, 'SYS')
    if (fate === 'paid') await send({ ...paid, paidAt: at + 44 * minute }, 'SYS')
  }
}
