import { businessDay } from '../../src/machines/calendar.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import type { Withdrawal, WithdrawalEvent } from '../../src/machines/withdrawal.facts.ts'
import { withdrawalMachine } from '../../src/machines/withdrawal.ts'
import { withdrawalFacts } from '../machines/withdrawal.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: WithdrawalEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

export const withdrawalModel: Model<Move, Withdrawal> = {
  name: 'withdrawal',
  machine: withdrawalMachine,
  interfaces: interfacesOf(withdrawalMachine),
  moves: [
    ...by('finance', 'withdrawalRequested', 'withdrawalApproved', 'withdrawalRefused', 'withdrawalCancelled'),
    ...by('finance', 'paidProposed', 'unpaidProposed', 'withdrawalResolved'),
    ...by('financeChecker', 'withdrawalApproved', 'withdrawalRefused', 'withdrawalCancelled'),
    ...by('financeChecker', 'withdrawalResolved', 'proofRefused'),
    ...by('SYS', 'withdrawalAccepted', 'withdrawalSucceeded', 'withdrawalFailed', 'withdrawalBounced'),
    ...by('SYS', 'withdrawalContradicted', 'noAnswer'),
  ],
  factOf: ({ type, by: who }, { state: { context, armed } }, at, id): Fact => ({
    ...withdrawalFacts[type],
    ...(type === 'withdrawalSucceeded' && { paidAt: at }),
    ...(type === 'paidProposed' && { day: businessDay(at) }),
    ...(type === 'withdrawalContradicted' && { word: context.status === 'succeeded' ? 'failed' : 'succeeded' }),
    ...(type === 'noAnswer' && { armed: armed.noAnswer?.version ?? 0 }),
    type,
    by: id(who),
    at,
  }),
  // Repeating the same contradiction changes nothing.
  happens: ({ state: { context } }, { type }) => type !== 'withdrawalContradicted' || context.contradiction === null,
  keyOf: (standing) => {
    const { requester, status, contradiction } = standing.state.context
    return `${placeOf(standing)}, ${requester} ${status} ${contradiction?.word}`
  },
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
