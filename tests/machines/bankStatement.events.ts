import type { BankStatementEvent } from '../../src/machines/bankStatement.ts'

export const runTtl = 60_000
export const previewTtl = 600_000

const totals = { lines: 2, from: '2026-11-19', to: '2026-11-20', start: 1000, end: 1300, credits: 500, debits: 200 }
const following = {
  follows: '',
  lastLine: 0,
  lastEnd: null,
  lastDay: null,
  appending: 0,
  known: 0,
  shutDays: 0,
  earlier: 0,
}

/** The data of each event, without `by` and `at`. */
export const bankStatementFacts = {
  statementUploaded: { account: 'BCA-IN', bytes: 900, language: 'id' },
  statementBegun: { runTtl },
  statementStaged: { ...totals, format: 'csv', previewTtl },
  partStaged: {
    ...totals,
    account: 'BCA-IN',
    uploader: 'finance',
    language: 'id',
    of: 'file-1',
    uploadedAt: 500,
    format: 'mt940',
    previewTtl,
  },
  statementRefused: { reason: 'lines', errors: 3 },
  layoutUnknown: { previewTtl },
  statementReread: {},
  statementFailed: { reason: 'notPermitted' },
  statementConfirmed: following,
  statementAppended: {},
  pendingMissed: { missed: 1 },
  pendingCame: {},
  pendingSettled: { note: 'dibatalkan bank' },
  statementCancelled: {},
  statementTimedOut: {},
  statementLapsed: {},
} as const satisfies Record<BankStatementEvent['type'], object>
