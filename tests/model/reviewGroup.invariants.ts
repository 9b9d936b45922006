import { demands, type Try } from './invariants.ts'

type Book = { isOpen: boolean }

const saved = (type: string): Try[] => {
  const event = {
    type,
    name: 'Night',
    apps: ['DK'],
    appGrouping: true,
    stages: ['first'],
    capacity: 1,
    shifts: [],
    members: [],
  }
  return [
    event,
    { ...event, apps: [], appGrouping: false },
    { ...event, apps: [], wrong: 'its members would see no app at all' },
    { ...event, stages: [], wrong: 'it has no stage to work in' },
    { ...event, capacity: 0, wrong: 'its members may hold no order' },
  ]
}

export const reviewGroupInvariants = demands<Book, unknown>({
  chart: 'reviewGroup',
  empty: { isOpen: false },
  forms: {
    groupCreated: ['reviewers.groupSave'],
    groupChanged: ['reviewers.groupSave'],
    groupClosed: ['reviewers.groupClose (danger)'],
    groupReopened: ['reviewers.groupReopen'],
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
