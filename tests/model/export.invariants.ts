import { demands, type Done } from './invariants.ts'

type Facts = { asker: string; runTtl: number; fileTtl: number }

type Book = { asker: string; hasFile: boolean; runDue: number; fileDue: number }

const requested = {
  type: 'exportRequested',
  list: 'payouts',
  title: 'payouts',
  filter: {},
  narrowed: false,
  columns: ['orderNo'],
  format: 'xlsx',
  language: 'id',
  rows: 20,
  limit: 20,
}
const runTtl = 900_000
const fileTtl = 86_400_000

const after = (book: Book, { event, to }: Done<Facts>): Book => {
  switch (event.type) {
    case 'exportRequested':
      return { ...book, asker: event.by }
    case 'exportPlanned':
      return { ...book, asker: event.asker }
    case 'exportBegun':
      return { ...book, runDue: event.at + event.runTtl }
    case 'exportFinished':
      return { ...book, hasFile: true, fileDue: event.at + event.fileTtl }
    default:
      return { ...book, hasFile: to === 'ready' }
  }
}

export const exportInvariants = demands<Book, Facts>({
  chart: 'export',
  empty: { asker: '', hasFile: false, runDue: 0, fileDue: 0 },
  forms: {
    exportRequested: ['export.request'],
    exportPlanned: ['SYS'],
    exportBegun: ['SYS'],
    exportFinished: ['SYS (success)'],
    exportFailed: ['SYS'],
    exportTimedOut: ['SYS'],
    exportCancelled: ['export.cancel'],
    exportExpired: ['SYS'],
  },
  tries: () => [
    requested,
    { ...requested, rows: 21, wrong: 'the list is longer than an export may be' },
    { ...requested, type: 'exportPlanned', asker: 'second', plan: 'plan-1' },
    {
      ...requested,
      type: 'exportPlanned',
      asker: 'second',
      plan: 'plan-1',
      rows: 21,
      wrong: 'the report is longer than an export may be',
    },
    { type: 'exportBegun', runTtl },
    { type: 'exportFinished', file: 'f1', name: 'Pencairan.xlsx', rows: 20, bytes: 900, fileTtl },
    { type: 'exportFailed', reason: 'notPermitted' },
    { type: 'exportCancelled' },
  ],
  after,
  wrong: ({ asker }, { event: { type, by } }) => [
    type === 'exportCancelled' && by !== asker && 'somebody else called the export off',
  ],
  standing: ({ hasFile }, state) => [hasFile !== (state === 'ready') && `a file is kept in ${state}`],
  asksFor: {
    exportRequested: ['beginExport'],
    exportPlanned: ['beginExport'],
    exportBegun: ['runExport'],
    // Customers' data is not kept longer than it is asked for.
    exportFailed: ['dropExport'],
    exportTimedOut: ['dropExport'],
    exportCancelled: ['dropExport'],
    exportExpired: ['dropExport'],
  },
  waits: ({ runDue, fileDue }, state): Record<string, number> =>
    state === 'running' ? { exportTimedOut: runDue } : state === 'ready' ? { exportExpired: fileDue } : {},
  ends: ['expired', 'failed', 'cancelled'],
})
