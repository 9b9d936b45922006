import { addDays, businessDay } from '../../src/machines/calendar.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { type Placement, type PlacementEvent, placementMachine } from '../../src/machines/placement.ts'
import { placementFacts } from '../machines/placement.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: PlacementEvent['type']; by: string }

const by = (who: string, ...types: Move['type'][]) => types.map((type): Move => ({ type, by: who }))

const daysOf = (type: Move['type'], { until }: Placement, today: string) => {
  if (type === 'placementProposed') return { until: addDays(today, 3) }
  return type === 'placementConfirmed' ? { from: today, until } : {}
}

export const placementModel: Model<Move, Placement> = {
  name: 'placement',
  machine: placementMachine,
  interfaces: interfacesOf(placementMachine),
  moves: [
    ...by('collectionLead', 'placementProposed', 'placementWithdrawn', 'placementRecalled'),
    ...by('financeChecker', 'placementConfirmed', 'placementRefused'),
    ...by('SYS', 'placementExpired', 'placementSettled'),
  ],
  factOf: ({ type, by: who }, { state: { context, armed } }, at, id): Fact => ({
    ...placementFacts[type],
    ...daysOf(type, context, businessDay(at)),
    ...(armed[type] && { armed: armed[type].version }),
    type,
    by: id(who),
    at,
  }),
  happens: () => true,
  keyOf: placeOf,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
