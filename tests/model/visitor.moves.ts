import { addDays, businessDay } from '../../src/machines/calendar.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { type Visitor, type VisitorEvent, visitorMachine } from '../../src/machines/visitor.ts'
import { visitorFacts } from '../machines/visitor.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: VisitorEvent['type']; by: string }

const most = 3

export const visitorModel: Model<Move, Visitor> = {
  name: 'visitor',
  machine: visitorMachine,
  interfaces: interfacesOf(visitorMachine),
  moves: [
    { type: 'visited', by: 'SYS' },
    { type: 'registered', by: 'SYS' },
  ],
  factOf: ({ type }, { state: { context } }, at): Fact & { day: string } => ({
    ...visitorFacts[type],
    // Each on an earlier day, as an app may tell late.
    day: addDays(businessDay(at), -context.days.length),
    ...(type === 'registered' && { person: `person-${context.people.length + 1}` }),
    type,
    by: 'app/demo',
    at,
  }),
  happens: ({ state: { context } }) => context.days.length < most,
  keyOf: (standing) => `${placeOf(standing)} ${standing.state.context.days.length}`,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
