import { addDays, businessDay } from '../../src/machines/calendar.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import type { Lead, LeadEvent } from '../../src/machines/lead.facts.ts'
import { leadMachine } from '../../src/machines/lead.ts'
import { leadFacts } from '../machines/lead.events.ts'
import { interfacesOf, type Model, placeOf, type Standing, transitionOf } from './model.ts'

export type Move = { type: LeadEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

/** The call-back's form has the outcome while nobody noted it. */
const awaits = ({ contact }: Lead) => contact !== null && contact.outcome === null

const extraOf = ({ type }: Move, { state: { armed, context } }: Standing<Move, Lead>, at: number) => {
  if (type === 'claimed') return { held: 0 }
  if (type === 'callBackSet')
    return { day: addDays(businessDay(at), 1), ...(awaits(context) && { outcome: 'reached' }) }
  return armed[type] ? { armed: armed[type].version } : {}
}

/** Whether a move is possible: a deadline in its turn, and what may be repeated once. */
const happens = ({ state, at }: Standing<Move, Lead>, { type }: Move) => {
  const { requests, attempts, callBack, registered, applied } = state.context
  const soonest = Math.min(Infinity, ...Object.values(state.armed).map((armed) => armed.at))
  if (state.armed[type]) return state.armed[type].at === soonest
  // The system acts at once when a deadline has passed.
  if (soonest <= at) return false
  switch (type) {
    case 'requestedAgain':
      return requests === 1
    case 'contacted':
      return attempts === 0
    case 'callBackSet':
      return callBack === null
    case 'registered':
      return registered === null
    case 'applied':
      return applied === null
    default:
      return true
  }
}

export const leadModel: Model<Move, Lead> = {
  name: 'lead',
  machine: leadMachine,
  interfaces: interfacesOf(leadMachine),
  moves: [
    ...by('SYS', 'leadImported', 'requestedAgain', 'registered', 'applied', 'withdrawn'),
    ...by('SYS', 'callBackDue', 'idleNoticed', 'returnedIdle'),
    ...by('telemarketingLead', 'assigned', 'reassigned', 'recalled', 'reopened'),
    ...by('telemarketer', 'claimed', 'released', 'contacted', 'outcomeNoted', 'callBackSet', 'finished', 'invalidated'),
  ],
  factOf: (move, standing, at, id): Fact => {
    const facts = { ...leadFacts[move.type], ...extraOf(move, standing, at) }
    return {
      ...facts,
      ...('seller' in facts && { seller: id(facts.seller) }),
      type: move.type,
      by: id(move.by),
      at,
    }
  },
  happens,
  keyOf: (standing) => {
    const { context } = standing.state
    const { seller, callBack, isCallBackDue, isNoticed, attempts, requests, registered, applied, reached } = context
    const steps = [registered !== null, applied !== null, reached !== null]
    return [
      placeOf(standing),
      seller,
      attempts,
      awaits(context),
      callBack !== null,
      isCallBackDue,
      isNoticed,
      requests,
      steps,
    ].join()
  },
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
