import type { Withdrawal } from '../../src/machines/withdrawal.facts.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as withdrawal from '../../src/services/withdrawal.ts'
import { withdrawalFacts } from '../machines/withdrawal.events.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Desk, Process } from './office.ts'
import { callBack } from './provider.ts'
import { saidIn } from './said.ts'
import { type Move, withdrawalModel } from './withdrawal.moves.ts'

// What the sandbox does with money for such an account.
const takesIt = '22'
const isDown = '95'

/** Where a withdrawal goes, which stands in no event. */
export type Card = { bank: string; card: string; holder: string }

let nth = 0

/** Withdrawals, each of another amount, at a provider that takes the order and says no more, or that is down: the rest it calls back with. */
export const withdrawalProcess = (): Process<Move, Withdrawal> & { known: () => { amount: number; to: Card } } => {
  let idOf: IdOf
  let amount: number
  let to: Card

  const desk: Desk<Move, Withdrawal> = {
    factOf: (move, standing, at) => ({
      ...withdrawalModel.factOf(move, standing, at, idOf),
      ...(/Requested|Succeeded/.test(move.type) && { amount }),
    }),
    begin: async (app, path) => {
      idOf = await idsOf(app, ['finance', 'financeChecker'])
      nth += 1
      amount = withdrawalFacts.withdrawalRequested.amount + nth
      const ending = path.some(({ type }) => type === 'withdrawalAccepted') ? takesIt : isDown
      to = { bank: 'BCA', card: `12345678${ending}`, holder: 'PT Sewa Kantor' }
      return new Map()
    },
    ask: async ({ type }, { version, stream, fact }) => {
      const endpoint = (withdrawal.commands as Record<string, Endpoint>)[type]
      const said = saidIn(withdrawalModel, fact())
      // The call makes another withdrawal: none makes one that is there.
      if (type === 'withdrawalRequested')
        return stream ? undefined : { endpoint: withdrawal.request, body: { version, ...said, ...to } }
      return stream && endpoint ? { endpoint, body: { txid: txidOf(stream), version, ...said } } : undefined
    },
    bring: async ({ type }, stream, app, fact) => {
      // What it answers to the order.
      if (type === 'withdrawalAccepted') return app.settle()
      const { channel } = withdrawalFacts.withdrawalRequested
      return callBack(app, { channel, txid: txidOf(stream), amount }, fact)
    },
  }

  return { model: withdrawalModel, desk, known: () => ({ amount, to }) }
}

const txidOf = (stream: string) => stream.slice('withdrawal/'.length)
