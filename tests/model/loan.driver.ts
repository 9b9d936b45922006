import { businessDay } from '../../src/machines/calendar.ts'
import type { Loan, LoanOrder } from '../../src/machines/loan.facts.ts'
import { usualLoanRules } from '../../src/machines/loanRules.ts'
import type { LoanTerms } from '../../src/machines/schedule.ts'
import { onlyCode } from '../../src/machines/setting.facts.ts'
import { txidOf } from '../../src/machines/txid.ts'
import { virtualAccountOf } from '../../src/server/loan/openLoan.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as loan from '../../src/services/loan.ts'
import type { TestApp } from '../kit/app.ts'
import { approvedOrder, payoutState, send } from '../kit/payouts.ts'
import { putInForce } from '../kit/settings.ts'
import { formInput } from './formInput.ts'
import { idsOf } from './idsOf.ts'
import { loanModel, type Move } from './loan.moves.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { callBack } from './provider.ts'

// The account ending for which the sandbox accepts the payout.
const takesIt = '22'

/** Over 30 days at these rates, an order has two instalments. */
const rates = { interest: 20, every: 15, early: 20, late: 40, lateFrom: 8, feeDays: 90, cap: 10_000 }
const limits: Partial<Record<Move['type'], object>> = {
  reductionRequested: { limit: 1_000_000 },
  reductionApproved: { limit: 300_000 },
}
const money = { principal: 1_500_000, serviceFee: 75_000, handlingFee: 15_000 }

type Known = { orderNo: string; order: Omit<LoanOrder, 'payout'>; rollover: string }

/** Loans that a payout opens, and that are void when the money bounces. */
export const loanProcess = (): Process<Move, Loan> & { orderNo: () => string } => {
  let idOf: IdOf
  let known: Known

  const termsFrom = (from: string): LoanTerms => {
    const { interest, every, early, late, lateFrom, feeDays, cap } = rates
    return { ...money, from, instalments: 2, every, interest, earlyFee: early, lateFee: late, lateFrom, feeDays, cap }
  }

  const driver: Driver<Move, Loan> = {
    factOf: (move, standing, at) => {
      const { orderNo, order, rollover } = known
      const fact = loanModel.factOf(move, standing, at, idOf) as ReturnType<typeof loanModel.factOf> & { txid?: string }
      const nth = standing.path.filter(({ type }) => type === 'loanOpened').length + 1
      return {
        ...fact,
        // A payment's id must be unique on the server.
        ...(fact.txid?.startsWith('tx-') && { txid: `${orderNo}-${fact.txid}` }),
        ...(move.type === 'loanOpened' && {
          orderNo,
          terms: termsFrom(businessDay(at)),
          order: { ...order, payout: txidOf(orderNo, nth) },
        }),
        ...(move.type === 'rolloverOffered' && { txid: rollover }),
        ...limits[move.type],
      }
    },
    streamOf: () => `loan/${known.orderNo}`,
    begin: async (app) => {
      idOf = await idsOf(app, ['finance', 'financeChecker', 'collector', 'collectionLead'])
      await setRates(app)
      await allowWriteOffs(app)
      const orderNo = await approvedOrder(app, takesIt, money.principal)
      const row = await app.db.sql
        .selectFrom('approval')
        .select(['person', 'app', 'channel', 'product'])
        .where('order_no', '=', orderNo)
        .executeTakeFirstOrThrow()
      known = { orderNo, order: { ...row, virtualAccount: virtualAccountOf(orderNo) }, rollover: '' }
      return new Map()
    },
    ask: async ({ type }, { version, fact }) => {
      const endpoint = (loan.commands as Record<string, Endpoint>)[type]
      return endpoint && { endpoint, body: { orderNo: known.orderNo, version, ...formInput(loanModel, fact()) } }
    },
    bring: async ({ type }, _, app) => {
      if (type === 'loanOpened')
        await send(app, await app.login('finance'), await app.login('financeChecker'), known.orderNo)
      const { attempts } = (await payoutState(app, known.orderNo)).context
      const word = type === 'loanOpened' ? 'succeeded' : 'bounced'
      await callBack(app, attempts.at(-1)!, { type, word, by: 'SYS', at: app.clock.now() })
      return app.settle()
    },
    learn: async ({ type }, app) => {
      if (type !== 'rolloverOffered') return
      const { rollover } = (await app.server.store.state(`loan/${known.orderNo}`)).context
      if (!rollover?.txid) throw new Error('the offer of a rollover has no id')
      known.rollover = rollover.txid
    },
  }

  return { model: loanModel, driver, orderNo: () => known.orderNo }
}

/** Otherwise months would have to pass before a write-off. */
const allowWriteOffs = async (app: TestApp) => {
  const { context } = await app.server.store.state(`setting/loanRules/${onlyCode}`)
  if (context.inForce.some((one) => 'writeOffBeyond' in one && one.writeOffBeyond === 0)) return
  const from = businessDay(app.clock.now())
  await putInForce(app, 'loanRules', onlyCode, { from, ...usualLoanRules, writeOffBeyond: 0 })
}

const setRates = async (app: TestApp) => {
  const from = businessDay(app.clock.now())
  const { context } = await app.server.store.state('setting/rate/KILAT')
  if (context.inForce.some((one) => 'from' in one && one.from === from)) return
  const { early: earlyFee, late: lateFee, ...rest } = rates
  await putInForce(app, 'rate', 'KILAT', { from, earlyFee, lateFee, ...rest })
}
