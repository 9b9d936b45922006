import type { Payout, PayoutTerms } from '../../src/machines/payout.facts.ts'
import { txidOf } from '../../src/machines/txid.ts'
import { approvedIn } from '../../src/server/payout/terms.ts'
import * as approval from '../../src/services/approval.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as payout from '../../src/services/payout.ts'
import type { TestApp } from '../kit/app.ts'
import { approvalVersion, approvedOrder, payoutState } from '../kit/payouts.ts'
import { formInput } from './formInput.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { type Move, payoutModel } from './payout.moves.ts'
import { callBack } from './provider.ts'

// The account endings for which the sandbox accepts the payout, or is down.
const takesIt = '22'
const isDown = '95'

const approved = 1_500_000
const arrives = 1_410_000

let nth = 0

/**
 * Payouts of orders that reviewers approve and undo. The provider accepts each attempt and reports nothing more, or is
 * down; the driver sends its callbacks.
 */
export const payoutProcess = (): Process<Move, Payout> & { orderNo: () => string; account: () => object } => {
  let idOf: IdOf
  let orderNo: string
  let ending: string
  let terms: PayoutTerms | undefined

  /** A fresh account each time: it must differ from the present one. */
  const account = () => ({ bank: 'BNI', account: `55500${String((nth += 1)).padStart(5, '0')}${ending}` })

  const readTerms = async ({ server }: TestApp) => {
    const approval = await server.store.state(`approval/${orderNo}`)
    terms = { ...approvedIn(approval)!, amount: arrives, channel: 'samudra' }
  }

  const driver: Driver<Move, Payout> = {
    factOf: (move, standing, at) => ({
      ...payoutModel.factOf(move, standing, at, idOf),
      ...(/Opened|Reopened/.test(move.type) && terms),
      ...(move.type === 'payoutApproved' && { txid: txidOf(orderNo, standing.state.context.attempts.length + 1) }),
      ...(move.type === 'accountChanged' && {
        accountVersion: 2 + standing.path.filter(({ type }) => type === 'accountChanged').length,
      }),
    }),
    streamOf: () => `payout/${orderNo}`,
    begin: async (app, path) => {
      idOf = await idsOf(app, ['finance', 'financeChecker'])
      const isTaken = path.every(
        ({ type }, index) => type !== 'payoutApproved' || path[index + 1]?.type === 'payoutAccepted',
      )
      ending = isTaken ? takesIt : isDown
      orderNo = await approvedOrder(app, ending, approved)
      await readTerms(app)
      return new Map()
    },
    ask: async ({ type }, { version, fact }) => {
      const endpoint = (payout.commands as Record<string, Endpoint>)[type]
      if (!endpoint) return undefined
      const more = type === 'accountChanged' ? account() : {}
      return { endpoint, body: { orderNo, version, ...formInput(payoutModel, fact()), ...more } }
    },
    bring: async ({ type }, _, app, fact) => {
      if (type === 'payoutCancelled') {
        await undo(app, orderNo)
        return app.settle()
      }
      if (type === 'payoutReopened') {
        await approveAgain(app, orderNo)
        return readTerms(app)
      }
      // The provider's answer to the order itself.
      if (type === 'payoutAccepted' && ending === takesIt) return app.settle()
      const { attempts } = (await payoutState(app, orderNo)).context
      await callBack(
        app,
        attempts.find(({ txid }) => 'txid' in fact && txid === fact.txid)!,
        fact,
      )
      return app.settle()
    },
  }

  return { model: payoutModel, driver, orderNo: () => orderNo, account }
}

/** Takes the approval back, unless that happened before. The payout follows when due work runs. */
export const undo = async (app: TestApp, orderNo: string) => {
  const { value, version } = await app.server.store.state(`approval/${orderNo}`)
  if (value !== 'passed') return
  const lead = await app.login('reviewLead')
  await lead.data(approval.undo, { orderNo, version, reason: 'decidedInError', note: '' })
}

const approveAgain = async (app: TestApp, orderNo: string) => {
  const final = await app.login('reviewer2')
  const at = async () => ({ orderNo, version: await approvalVersion(app, orderNo) })
  await final.data(approval.finalClaim, await at())
  await final.data(approval.finalPass, { ...(await at()), amount: approved, term: 30, note: '' })
  await app.settle()
}
