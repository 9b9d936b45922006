import { idOf, stateName } from '../../machines/kernel.ts'
import type { LoanTerms } from '../../machines/schedule.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import { giveUpLoan } from './voidLoan.ts'

type Paid = { principal: number; arrived: number; handlingFee: number; term: number; day: string }

/** Loan terms from the product's rates in force on the day of the payout; money in rupiah. Throws without rates. */
export const termsOn = async ({ db }: Pick<Server, 'db'>, product: string, paid: Paid): Promise<LoanTerms> => {
  const rate = await db.sql
    .selectFrom('product_rate')
    .selectAll()
    .where('product', '=', product)
    .where('from_day', '<=', paid.day)
    .orderBy('from_day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!rate) throw new Error(`product ${product} has no rates for a loan of ${paid.day}`)
  const instalments = paid.term % rate.every === 0 ? paid.term / rate.every : 1
  return {
    principal: paid.principal,
    // The service fee is what was withheld from the payout, apart from the handling fee.
    serviceFee: paid.principal - paid.handlingFee - paid.arrived,
    handlingFee: paid.handlingFee,
    from: paid.day,
    instalments,
    every: paid.term / instalments,
    interest: rate.interest,
    earlyFee: rate.early_fee,
    lateFee: rate.late_fee,
    lateFrom: rate.late_from,
    feeDays: rate.fee_days,
    cap: rate.cap,
  }
}

/** The virtual account number for an order's repayments: a fixed prefix and the order number's digits. */
export const virtualAccountOf = (orderNo: string) => `${policy.virtualAccounts}${orderNo.replaceAll(/\D/g, '')}`

/** Opens the loan of a payout that arrived. Idempotent: a loan stores the transaction id of its payout. */
export const openLoan =
  (server: Pick<Server, 'db' | 'store' | 'clock'>): Effect<'payout'> =>
  async ({ stream, event }) => {
    const { store, clock } = server
    const orderNo = idOf(stream)
    const payout = await store.state(stream)
    const { paid } = payout.context
    if (!paid || stateName(payout.value) !== 'succeeded') return undefined
    const loan = await store.state(`loan/${orderNo}`)
    const isOpen = loan.version > 0 && loan.value !== 'voided'
    if (isOpen && loan.context.order?.payout === paid.txid) return undefined
    // This loan belongs to an earlier payout attempt, which bounced.
    if (isOpen) await giveUpLoan(server, payout, event)
    const { context } = await store.state(`approval/${orderNo}`)
    const { person, app, channel, product, handlingFee } = context.application!
    const { amount: principal, term } = context.proposal!
    const terms = await termsOn(server, product, { principal, arrived: paid.amount, handlingFee, term, day: paid.day })
    await store.send({
      stream: `loan/${orderNo}`,
      event: {
        type: 'loanOpened',
        by: 'SYS',
        at: clock.now(),
        orderNo,
        terms,
        order: { person, app, channel, product, payout: paid.txid, virtualAccount: virtualAccountOf(orderNo) },
      },
      via: 'SYS',
      key: `openLoan ${paid.txid}`,
      request: paid.txid,
      reads: [{ stream, version: payout.version }],
    })
    return undefined
  }
