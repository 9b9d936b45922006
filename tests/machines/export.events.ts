import type { ExportEvent } from '../../src/machines/export.ts'

export const runTtl = 60_000
export const fileTtl = 600_000

/** The data of each event, without `by` and `at`. */
export const exportFacts = {
  exportRequested: {
    list: 'approve.list',
    title: 'routes:reviewFirstWait',
    filter: { list: 'firstWait' },
    narrowed: false,
    columns: ['orderNo', 'amount'],
    format: 'xlsx',
    language: 'id',
    rows: 2,
    limit: 10,
  },
  exportPlanned: {
    asker: 'staff/3',
    plan: 'plan-1',
    list: 'report.conversionRate',
    title: 'routes:conversionRate',
    filter: { daysFrom: 1773075600000, daysTo: 1773162000000 },
    narrowed: false,
    columns: ['key', 'applied'],
    format: 'csv',
    language: 'en',
    rows: 1,
    limit: 10,
  },
  exportBegun: { runTtl },
  exportFinished: { file: 'f1', name: 'Antrean.xlsx', rows: 3, bytes: 900, fileTtl },
  exportFailed: { reason: 'notPermitted' },
  exportCancelled: {},
  exportTimedOut: {},
  exportExpired: {},
} as const satisfies Record<ExportEvent['type'], object>
