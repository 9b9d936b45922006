import { demands } from './invariants.ts'

type Book = { asker: string; isOver: boolean }

const requested = {
  type: 'bulkRequested',
  list: 'approvals',
  title: 'approvals',
  command: 'assign',
  said: { to: 'reviewer' },
  filter: null,
  rows: 1000,
  limit: 1000,
}

export const bulkInvariants = demands<Book, unknown>({
  chart: 'bulk',
  empty: { asker: '', isOver: false },
  forms: {
    bulkRequested: ['bulk.request'],
    bulkBegun: ['SYS'],
    bulkFinished: ['SYS (success)'],
    bulkCancelled: ['bulk.cancel'],
  },
  tries: () => [
    requested,
    { ...requested, rows: 0, wrong: 'no row is chosen' },
    { ...requested, rows: 1001, wrong: 'more rows are chosen than one command may take' },
    { type: 'bulkBegun', rows: 998 },
    { type: 'bulkFinished', done: 990, refused: 8 },
    { type: 'bulkCancelled' },
  ],
  after: (book, { event: { type, by } }) =>
    type === 'bulkRequested'
      ? { asker: by, isOver: false }
      : { ...book, isOver: type === 'bulkFinished' || type === 'bulkCancelled' },
  wrong: ({ asker, isOver }, { event: { type, by } }) => [
    type === 'bulkCancelled' && by !== asker && 'somebody else called the command off',
    isOver && 'a command that is over goes on',
  ],
  standing: ({ isOver }, state) => [
    isOver !== (state === 'done' || state === 'cancelled') && `a command that is over is ${state}`,
  ],
  asksFor: { bulkRequested: ['collectRows'], bulkBegun: ['runBulk'] },
  waits: () => ({}),
  ends: ['done', 'cancelled'],
})
