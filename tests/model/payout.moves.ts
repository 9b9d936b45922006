import { businessDay } from '../../src/machines/calendar.ts'
import type { Fact, State } from '../../src/machines/kernel.ts'
import {
  type Attempt,
  inQuestion,
  lastAttempt,
  type Payout,
  type PayoutEvent,
} from '../../src/machines/payout.facts.ts'
import { payoutMachine } from '../../src/machines/payout.ts'
import { payoutFacts } from '../machines/payout.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: PayoutEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

const isFinal = ({ status }: Attempt) => status !== 'sent' && status !== 'accepted'
const lastFinal = ({ attempts }: Payout) => attempts.findLast(isFinal)
const otherWord = ({ status }: Attempt) => (status === 'succeeded' ? 'failed' : 'succeeded')

const mostOf = (channel: string) => (channel === 'merapi' ? 1_000_000_000 : 250_000_000)

/** The details of a move, about the attempt that it concerns. */
const about = ({ type }: Move, { context, armed }: State<Payout>, at: number) => {
  const last = lastAttempt(context)
  switch (type) {
    case 'payoutApproved':
      return { txid: `LK-P${context.attempts.length + 1}`, most: mostOf(context.proposal?.channel ?? context.channel) }
    case 'payoutSubmitted':
      return { amount: context.terms?.amount ?? 0, most: mostOf(context.channel) }
    case 'payoutRetried':
    case 'accountChanged':
      return { most: mostOf(context.channel) }
    case 'payoutSucceeded':
      return { txid: last?.txid, amount: last?.amount, paidAt: at }
    case 'payoutAccepted':
    case 'payoutFailed':
    case 'payoutBounced':
      return { txid: last?.txid }
    case 'payoutContradicted': {
      const final = lastFinal(context)
      return { txid: final?.txid, word: final && otherWord(final) }
    }
    case 'channelChanged': {
      const channel = context.channel === 'samudra' ? 'merapi' : 'samudra'
      return { channel, most: mostOf(channel) }
    }
    case 'paidProposed':
      return { txid: inQuestion(context)?.txid, day: businessDay(at) }
    case 'unpaidProposed':
      return { txid: inQuestion(context)?.txid }
    case 'noAnswer':
      return { armed: armed.noAnswer?.version ?? 0 }
    default:
      return {}
  }
}

const happens = ({ attempts, ...payout }: Payout, type: Move['type']) => {
  const last = attempts.at(-1)
  switch (type) {
    // A third attempt shows nothing that a second does not.
    case 'payoutApproved':
      return attempts.length < 2
    // Another word about an attempt with a final one is a contradiction.
    case 'payoutSucceeded':
    case 'payoutFailed':
      return last !== undefined && !isFinal(last)
    case 'payoutBounced':
      return last?.status === 'succeeded'
    // Repeating the same contradiction changes nothing.
    case 'payoutContradicted': {
      const final = lastFinal({ attempts, ...payout })
      return final !== undefined && final.contradiction?.word !== otherWord(final)
    }
    default:
      return true
  }
}

export const payoutModel: Model<Move, Payout> = {
  name: 'payout',
  machine: payoutMachine,
  interfaces: interfacesOf(payoutMachine),
  moves: [
    ...by('SYS', 'payoutOpened', 'payoutReopened', 'payoutCancelled', 'payoutAccepted', 'payoutSucceeded'),
    ...by('SYS', 'payoutFailed', 'payoutContradicted', 'payoutBounced', 'noAnswer'),
    ...by('finance', 'payoutSubmitted', 'payoutRetried', 'channelChanged', 'accountChanged', 'paidProposed'),
    ...by('finance', 'unpaidProposed', 'payoutApproved', 'payoutResolved'),
    ...by('financeChecker', 'payoutApproved', 'payoutRefused', 'payoutResolved', 'proofRefused'),
  ],
  factOf: (move, { state }, at, id): Fact => ({
    ...payoutFacts[move.type],
    ...about(move, state, at),
    type: move.type,
    by: id(move.by),
    at,
  }),
  happens: ({ state: { context } }, { type }) => happens(context, type),
  keyOf: (standing) => {
    const { attempts } = standing.state.context
    const known = attempts.map(({ status, contradiction }) => `${status} ${contradiction?.word}`)
    return [placeOf(standing), ...known].join(', ')
  },
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
