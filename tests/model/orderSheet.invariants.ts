import { demands, type Done } from './invariants.ts'

type Facts = { runTtl: number; fileTtl: number }

type Book = { owner: string; hasAnswer: boolean; runDue: number; fileDue: number }

const uploaded = { type: 'sheetRequested', format: 'xlsx', language: 'id', rows: 500, limit: 500 }
const counts = { known: 480, unknown: 10, duplicate: 6, invalid: 4 }

const after = (book: Book, { event, to }: Done<Facts>): Book => {
  switch (event.type) {
    case 'sheetRequested':
      return { ...book, owner: event.by }
    case 'sheetBegun':
      return { ...book, runDue: event.at + event.runTtl }
    case 'sheetFinished':
      return { ...book, hasAnswer: true, fileDue: event.at + event.fileTtl }
    default:
      return { ...book, hasAnswer: to === 'ready' }
  }
}

export const orderSheetInvariants = demands<Book, Facts>({
  chart: 'orderSheet',
  empty: { owner: '', hasAnswer: false, runDue: 0, fileDue: 0 },
  forms: {
    sheetRequested: ['order.uploadSheet'],
    sheetBegun: ['SYS'],
    sheetFinished: ['SYS (success)'],
    sheetFailed: ['SYS'],
    sheetTimedOut: ['SYS'],
    sheetCancelled: ['order.uploadSheet'],
    sheetExpired: ['SYS'],
  },
  tries: () => [
    uploaded,
    { ...uploaded, rows: 501, wrong: 'the sheet has more rows than are looked up' },
    { type: 'sheetBegun', runTtl: 900_000 },
    { type: 'sheetFinished', file: 'f1', name: 'Pesanan.xlsx', bytes: 900, fileTtl: 86_400_000, ...counts },
    { type: 'sheetFailed', reason: 'notPermitted' },
    { type: 'sheetCancelled' },
  ],
  after,
  wrong: ({ owner }, { event: { type, by } }) => [
    type === 'sheetCancelled' && by !== owner && 'somebody else called the look-up off',
  ],
  standing: ({ hasAnswer }, state) => [hasAnswer !== (state === 'ready') && `an answered sheet is ${state}`],
  asksFor: {
    sheetRequested: ['beginSheet'],
    sheetBegun: ['runSheet'],
    // The orders of customers are not kept longer than somebody looks at them.
    sheetFailed: ['dropSheet'],
    sheetTimedOut: ['dropSheet'],
    sheetCancelled: ['dropSheet'],
    sheetExpired: ['dropSheet'],
  },
  waits: ({ runDue, fileDue }, state): Record<string, number> =>
    state === 'running' ? { sheetTimedOut: runDue } : state === 'ready' ? { sheetExpired: fileDue } : {},
  ends: ['expired', 'failed', 'cancelled'],
})
