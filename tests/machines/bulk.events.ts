import type { BulkEvent } from '../../src/machines/bulk.ts'

/** The data of each event, without `by` and `at`. */
export const bulkFacts = {
  bulkRequested: {
    list: 'approve.list',
    title: 'routes:reviewFirstWait',
    command: 'firstAssigned',
    said: { to: 'staff/4' },
    filter: { list: 'firstWait' },
    rows: 2,
    limit: 10,
  },
  bulkBegun: { rows: 3 },
  bulkFinished: { done: 2, refused: 1 },
  bulkCancelled: {},
} as const satisfies Record<BulkEvent['type'], object>
