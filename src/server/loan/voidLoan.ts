import { idOf, type State, stateName } from '../../machines/kernel.ts'
import { lastAttempt, type Payout } from '../../machines/payout.facts.ts'
import { Refused } from '../kit/refused.ts'
import { noteWord } from '../providerReports/noteReport.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

type Parts = Pick<Server, 'db' | 'store' | 'clock'>

/** Voids the loan of a bounced payout. If the loan refuses (422), it stands, and a provider report tells staff. */
export const giveUpLoan = async ({ db, store, clock }: Parts, payout: State<Payout>, key: string): Promise<void> => {
  const at = clock.now()
  const orderNo = payout.context.terms!.orderNo
  const { txid, channel: provider } = lastAttempt(payout.context)!
  try {
    await store.send({
      stream: `loan/${orderNo}`,
      event: { type: 'loanVoided', by: 'SYS', at },
      via: 'SYS',
      key: `voidLoan ${key}`,
      request: key,
    })
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 422) throw error
    const report = { provider, txid, word: 'bounced', code: '', message: '', order_no: orderNo }
    await noteWord(db, { ...report, source: 'question', outcome: 'refused' }, `voidLoan ${key}`, at)
  }
}

/** Voids an order's loan once the payout that opened it no longer stands. */
export const voidLoan =
  (server: Parts): Effect<'payout'> =>
  async ({ stream, event }) => {
    const orderNo = idOf(stream)
    const payout = await server.store.state(stream)
    const loan = await server.store.state(`loan/${orderNo}`)
    if (loan.version === 0 || loan.value === 'voided') return undefined
    const { paid } = payout.context
    const stands = stateName(payout.value) === 'succeeded' && paid?.txid === loan.context.order?.payout
    if (!stands) await giveUpLoan(server, payout, event)
    return undefined
  }
