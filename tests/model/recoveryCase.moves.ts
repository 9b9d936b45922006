import { addDays, businessDay, daysBetween } from '../../src/machines/calendar.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import {
  judgedPromise,
  lastPromise,
  openPromise,
  type RecoveryCase,
  type RecoveryCaseEvent,
} from '../../src/machines/recoveryCase.facts.ts'
import { recoveryCaseMachine } from '../../src/machines/recoveryCase.ts'
import { recoveryCaseFacts } from '../machines/recoveryCase.events.ts'
import { interfacesOf, type Model, placeOf, type Standing, transitionOf } from './model.ts'

/**
 * Money is all of the promise, a part of it, or none. An attempt is by phone unless it is a visit. The rules of an episode
 * let promises wait for the bank statement, or not.
 */
export type Move = {
  type: RecoveryCaseEvent['type']
  by: string
  pays?: 'all' | 'part'
  channel?: 'visit'
  waits?: true
}

const waitingRules = { ...recoveryCaseFacts.episodeOpened.rules, statementDays: 2 }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

const paidOf = (context: RecoveryCase, pays: Move['pays']) => {
  const amount = lastPromise(context)?.amount ?? 0
  return pays === 'part' ? Math.floor(amount / 2) : amount
}

const extraOf = (
  { type, pays, channel, waits }: Move,
  { state: { context, armed } }: Standing<Move, RecoveryCase>,
  today: string,
) => {
  switch (type) {
    case 'episodeOpened':
      return { due: addDays(today, 5), ...(waits && { rules: waitingRules }) }
    case 'episodeReopened':
      return { due: today }
    case 'dueDayMoved':
      return { due: addDays(today, -4) }
    case 'callBackSet':
      return { day: today }
    case 'contacted':
      return channel ? { channel } : {}
    case 'allotted':
      return { company: context.placement?.company ?? '' }
    case 'promised':
      return { day: addDays(today, 1), statementDays: context.rules?.statementDays ?? 0 }
    case 'statementBooked':
      return { through: openPromise(context)?.lastDay ?? today }
    case 'paymentsFollowed':
      return { paid: paidOf(context, pays) }
    case 'promiseCorrected':
      return { paid: judgedPromise(context)?.outcome === 'kept' ? 0 : paidOf(context, 'all') }
    case 'held':
      // A promise is judged during the longer one, and after the shorter one.
      return { from: today, until: addDays(today, context.attempts === 0 ? 1 : 4) }
    case 'retained':
      // It lasts longer than the stage, or ends during a hold and before a promise is judged.
      return { until: addDays(today, context.attempts === 0 ? 8 : 1) }
    case 'episodeSettled':
      return { paid: openPromise(context) ? paidOf(context, 'all') : null }
    default:
      return armed[type] ? { armed: armed[type].version } : {}
  }
}

const isVisited = ({ contact }: RecoveryCase) => contact?.channel === 'visit'
const waiting = ({ promises, holds }: RecoveryCase): Move['type'][] => [
  'dispatched',
  ...(promises.length === 0 ? (['promised'] as const) : []),
  ...(openPromise({ promises })?.waitsUntil ? (['statementBooked'] as const) : []),
  ...(promises.length > 0 && holds.length === 0 ? (['held'] as const) : []),
]
/** Nothing has happened to the case since its holder got it. */
const isFresh = ({ attempts, holds, promises, placement, retained }: RecoveryCase) =>
  attempts + holds.length + promises.length === 0 && placement === null && retained === undefined

/** Whether a move is possible: a deadline in its turn, and what may be repeated once. */
const happens = ({ state, at }: Standing<Move, RecoveryCase>, { type, channel, waits }: Move) => {
  const { context } = state
  const { attempts, holds, promises, stage, episode, holder, placement } = context
  const [soonest = Infinity, next = Infinity] = Object.values(state.armed)
    .map((armed) => armed.at)
    .toSorted((one, other) => one - other)
  // The next episode is like the first one.
  if (episode > 1) return type === 'episodeSettled'
  // A server makes what is due at one instant together.
  if (state.armed[type])
    return state.armed[type].at === soonest && soonest < next && (type !== 'stageChanged' || stage !== 's2')
  // The system acts at once when a deadline has passed.
  if (soonest <= at) return false
  if (waits) return episode === 0
  // An episode whose promises wait for the bank statement differs in that alone.
  if (context.rules?.statementDays) return waiting(context).includes(type)
  // A visit differs in its outcome alone, and what comes after it not at all.
  if (isVisited(context)) return type === 'visited' || (type === 'promised' && promises.length === 0)
  switch (type) {
    case 'dueDayMoved':
      return stage === 'pre'
    case 'whereaboutsAsked':
      return stage === 'pre' && attempts === 0 && placement === null && context.retained === undefined
    case 'contacted':
      return attempts === 0 && (channel === undefined || isFresh(context))
    // The lead's people are the lender's own.
    case 'dispatched':
      return placement === null
    case 'placementBegan':
      return placement === null
    case 'placementEnded':
      return placement !== null
    case 'reassigned':
      return placement === null && (holder === 'collector' || attempts === 0)
    case 'retained':
      return context.retained === undefined
    case 'held':
      return holds.length === 0
    case 'promised':
      return promises.length === 0 || (promises.length === 1 && openPromise(context)?.paid === 0)
    case 'paymentsFollowed':
      return openPromise(context)?.paid === 0
    default:
      return true
  }
}

export const recoveryCaseModel: Model<Move, RecoveryCase> = {
  name: 'recoveryCase',
  machine: recoveryCaseMachine,
  interfaces: interfacesOf(recoveryCaseMachine),
  moves: [
    ...by('SYS', 'allotted', 'memberLeft', 'placementBegan', 'placementEnded'),
    ...by('SYS', 'episodeOpened', 'episodeReopened', 'dueDayMoved', 'stageChanged', 'promiseCorrected'),
    ...by('SYS', 'stageKept', 'retentionExpired', 'whereaboutsAsked'),
    ...by('SYS', 'promiseKept', 'promisePartlyKept', 'promiseBroken', 'holdEnded', 'episodeSettled'),
    { type: 'paymentsFollowed', by: 'SYS', pays: 'all' },
    { type: 'paymentsFollowed', by: 'SYS', pays: 'part' },
    ...by('collectionLead', 'dispatched', 'reassigned', 'recalled', 'retained', 'held', 'holdLifted', 'complained'),
    ...by('collector', 'contacted', 'outcomeNoted', 'visited', 'callBackSet', 'promised'),
    { type: 'contacted', by: 'collector', channel: 'visit' },
    { type: 'episodeOpened', by: 'SYS', waits: true },
    ...by('SYS', 'statementBooked'),
  ],
  factOf: (move, standing, at, id): Fact => {
    const facts = { ...recoveryCaseFacts[move.type], ...extraOf(move, standing, businessDay(at)) }
    return {
      ...facts,
      ...('holder' in facts && { holder: id(facts.holder) }),
      type: move.type,
      by: id(move.by),
      at,
    }
  },
  happens,
  keyOf: (standing) => {
    const { context } = standing.state
    const { holder, contact, attempts, holds, promises, stage, episode, placement, retained, rules } = context
    const last = promises.at(-1)
    const awaits = contact !== null && contact.outcome === null
    const promise = [promises.length, last?.outcome, (last?.paid ?? 0) > 0, last && last.paid >= last.amount]
    const statement = [rules?.statementDays, last?.waitsUntil !== undefined]
    const today = businessDay(standing.at)
    const waits = Object.entries(standing.state.armed).map(([event, { at }]) => [
      event,
      Math.max(0, daysBetween(today, businessDay(at))),
    ])
    return [
      placeOf(standing),
      holder,
      attempts,
      awaits,
      contact?.channel === 'visit',
      holds.length,
      ...promise,
      ...statement,
      stage,
      episode,
      placement === null,
      retained === undefined,
      waits,
    ].join()
  },
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
