import { collectionGroupFacts } from '../machines/collectionGroup.events.ts'
import { demands, type Try } from './invariants.ts'

type Book = { isOpen: boolean }

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

export const collectionGroupInvariants = demands<Book, unknown>({
  chart: 'collectionGroup',
  empty: { isOpen: false },
  forms: {
    groupCreated: [
      'collectionGroup.create: name, company, stages, apps, capacity, days, opens, closes, commission, target',
    ],
    groupChanged: [
      'collectionGroup.change: name, company, stages, apps, capacity, days, opens, closes, commission, target',
    ],
    groupClosed: ['collectionGroup.close (danger)'],
    groupReopened: ['collectionGroup.reopen'],
  },
  tries: () => [...saved('groupCreated'), ...saved('groupChanged'), { type: 'groupClosed' }, { type: 'groupReopened' }],
  after: (_, { event: { type } }) => ({ isOpen: type !== 'groupClosed' }),
  wrong: ({ isOpen }, { event: { type } }) => [
    (type === 'groupChanged' || type === 'groupClosed') && !isOpen && 'a closed group is changed',
  ],
  standing: ({ isOpen }, state) => [isOpen !== (state === 'open') && `an open group is ${state}`],
  asksFor: {},
  waits: () => ({}),
  ends: [],
})
