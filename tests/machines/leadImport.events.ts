import type { LeadImportEvent } from '../../src/machines/leadImport.ts'

export const runTtl = 60_000
export const stagedTtl = 600_000

/** The data of each event, without `by` and `at`. */
export const leadImportFacts = {
  leadsStaged: {
    format: 'csv',
    rows: 1,
    doubled: 0,
    wrong: 1,
    limit: 10,
    batch: 'B-1',
    source: 'event',
    proof: 'form of the fair',
    channels: ['phone', 'whatsapp'],
    stagedTtl,
  },
  importConfirmed: { runTtl },
  importDropped: {},
  importForgotten: {},
  importFinished: { imported: 1, repeated: 0, customers: 0, barred: 0 },
  importTimedOut: {},
} as const satisfies Record<LeadImportEvent['type'], object>
