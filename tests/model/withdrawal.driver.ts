import type { Withdrawal } from '../../src/machines/withdrawal.facts.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import * as withdrawal from '../../src/services/withdrawal.ts'
import { withdrawalFacts } from '../machines/withdrawal.events.ts'
import { formInput } from './formInput.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { callBack } from './provider.ts'
import { type Move, withdrawalModel } from './withdrawal.moves.ts'

// The account endings for which the sandbox accepts the withdrawal, or is down.
const takesIt = '22'
const isDown = '95'

/** The target of a withdrawal, which no event contains. */
export type Card = { bank: string; card: string; holder: string }

let nth = 0

/**
 * Withdrawals, each of another amount. The provider accepts the order and reports nothing more, or is down; the driver
 * sends its callbacks.
 */
export const withdrawalProcess = (): Process<Move, Withdrawal> & { known: () => { amount: number; to: Card } } => {
  let idOf: IdOf
  let amount: number
  let to: Card

  const driver: Driver<Move, Withdrawal> = {
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
      const input = formInput(withdrawalModel, fact())
      // The call always creates another withdrawal, so it cannot be repeated on this one.
      if (type === 'withdrawalRequested')
        return stream ? undefined : { endpoint: withdrawal.request, body: { version, ...input, ...to } }
      return stream && endpoint ? { endpoint, body: { txid: txidOf(stream), version, ...input } } : undefined
    },
    bring: async ({ type }, stream, app, fact) => {
      // The provider's answer to the order itself.
      if (type === 'withdrawalAccepted') return app.settle()
      const { channel } = withdrawalFacts.withdrawalRequested
      return callBack(app, { channel, txid: txidOf(stream), amount }, fact)
    },
  }

  return { model: withdrawalModel, driver, known: () => ({ amount, to }) }
}

const txidOf = (stream: string) => stream.slice('withdrawal/'.length)
