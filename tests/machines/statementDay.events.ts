import type { StatementDayEvent } from '../../src/machines/statementDay.ts'

export const standing = {
  lines: 2,
  start: 1000,
  end: 1300,
  credits: 500,
  debits: 200,
  unsettled: 0,
  appending: 0,
  missing: 0,
}

/** The data of each event, without `by` and `at`. */
export const statementDayFacts = {
  dayCloseProposed: { account: 'BCA-IN', day: '1969-12-01', ...standing },
  dayClosed: standing,
  dayCloseRefused: {},
} as const satisfies Record<StatementDayEvent['type'], object>
