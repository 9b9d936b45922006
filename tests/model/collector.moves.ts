import { type Collector, type CollectorEvent, collectorMachine } from '../../src/machines/collector.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { usualStaffTimes } from '../../src/machines/staffRules.ts'
import { collectorFacts } from '../machines/collector.events.ts'
import { interfacesOf, type Model, placeOf, transitionOf } from './model.ts'

export type Move = { type: CollectorEvent['type']; by: string }

export const someone = 'collector'
const lead = 'collectionLead'

export const collectorModel: Model<Move, Collector> = {
  name: 'collector',
  machine: collectorMachine,
  interfaces: interfacesOf(collectorMachine),
  moves: [
    { type: 'signedIn', by: someone },
    { type: 'signedOut', by: someone },
    { type: 'sentHome', by: lead },
    { type: 'weightSet', by: lead },
    { type: 'signInExpired', by: 'SYS' },
    { type: 'dailyCapSet', by: lead },
    { type: 'certified', by: lead },
    { type: 'groupJoined', by: lead },
    { type: 'groupLeft', by: lead },
  ],
  factOf: ({ type, by }, { state }, at, id): Fact => ({
    ...collectorFacts[type],
    type,
    by: id(by),
    at,
    ...((type === 'signedIn' || type === 'signedOut') && { collector: id(someone) }),
    ...(type === 'signedIn' && { signInTtl: usualStaffTimes.signInTtl }),
    ...(type === 'signInExpired' && { armed: state.armed[type]?.version ?? 0 }),
  }),
  happens: () => true,
  // An earlier sign-in leaves stale timers, which matter.
  keyOf: (standing) => `${placeOf(standing)} ${standing.armed.length > 1} ${standing.state.context.group}`,
  goalsOf: ({ from, move }) => [transitionOf(from, move)],
}
