import type { OrderSheetEvent } from '../../src/machines/orderSheet.ts'

export const runTtl = 60_000
export const fileTtl = 600_000

/** The data of each event, without `by` and `at`. */
export const orderSheetFacts = {
  sheetRequested: { format: 'xlsx', language: 'id', rows: 4, limit: 10 },
  sheetBegun: { runTtl },
  sheetFinished: {
    file: 'f1',
    name: 'Pesanan.xlsx',
    bytes: 900,
    known: 1,
    unknown: 1,
    duplicate: 1,
    invalid: 1,
    fileTtl,
  },
  sheetFailed: { reason: 'notPermitted' },
  sheetCancelled: {},
  sheetTimedOut: {},
  sheetExpired: {},
} as const satisfies Record<OrderSheetEvent['type'], object>
