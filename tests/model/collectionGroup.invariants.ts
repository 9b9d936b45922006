import { addDays, businessDay } from '../../src/machines/calendar.ts'
import { collectionGroupFacts } from '../machines/collectionGroup.events.ts'
import { demands, type Try } from './invariants.ts'

type Book = { isOpen: boolean; hasTargets: boolean }

const saved = (type: string): Try[] => {
  const event = { ...collectionGroupFacts.groupCreated, type }
  return [
    event,
    { ...event, stages: ['pre'] },
    { ...event, stages: ['pre', 's1'], wrong: 'it does two kinds of work' },
    { ...event, stages: [], wrong: 'it has no stage to work in' },
    { ...event, capacity: 0, wrong: 'its members may hold no case' },
    { ...event, closes: event.opens, wrong: 'it never works' },
    { ...event, company: '', wrong: 'the lender pays itself a commission' },
    { ...event, target: 10_001, wrong: 'more than everything is to be recovered' },
  ]
}

const planned = (at: number, hasTargets: boolean): Try[] => {
  const event = { ...collectionGroupFacts.targetsPlanned, type: 'targetsPlanned', from: addDays(businessDay(at), 1) }
  return [
    event,
    { ...event, coverage: 10_001, wrong: 'more cases are to be tried than there are' },
    { ...event, productivity: -1, wrong: 'an hour is to cost money' },
    ...(hasTargets ? [{ ...event, from: businessDay(at), wrong: 'what is done already is measured anew' }] : []),
  ]
}

export const collectionGroupInvariants = demands<Book, unknown>({
  chart: 'collectionGroup',
  empty: { isOpen: false, hasTargets: false },
  forms: {
    groupCreated: [
      'collectionGroup.create: name, company, stages, apps, capacity, days, opens, closes, commission, target',
    ],
    groupChanged: [
      'collectionGroup.change: name, company, stages, apps, capacity, days, opens, closes, commission, target',
    ],
    targetsPlanned: [
      'collectionGroup.plan: from, coverage, rightParty, promiseRate, keptRate, recoveryRate, cureRate, rollRate, productivity',
    ],
    groupClosed: ['collectionGroup.close (danger)'],
    groupReopened: ['collectionGroup.reopen'],
  },
  tries: ({ hasTargets }, _, at) => [
    ...saved('groupCreated'),
    ...saved('groupChanged'),
    ...planned(at, hasTargets),
    { type: 'groupClosed' },
    { type: 'groupReopened' },
  ],
  after: ({ hasTargets }, { event: { type } }) => ({
    isOpen: type !== 'groupClosed',
    hasTargets: hasTargets || type === 'targetsPlanned',
  }),
  wrong: ({ isOpen }, { event: { type } }) => [
    (type === 'groupChanged' || type === 'targetsPlanned' || type === 'groupClosed') &&
      !isOpen &&
      'a closed group is changed',
  ],
  standing: ({ isOpen }, state) => [isOpen !== (state === 'open') && `an open group is ${state}`],
  asksFor: {},
  waits: () => ({}),
  ends: [],
})
