const rows = ['holding', 'attempt', 'promise', 'credit', 'standing']

/**
 * The rows that a filter of a list of collection finds, in the order of the list. A value that is rare, or of long ago,
 * would otherwise be looked for in all of them.
 */
export const statements: readonly string[] = [
  'create index recovery_case_order_no_part on recovery_case using gin (order_no gin_trgm_ops) with (fastupdate = off)',
  `create index recovery_case_state on recovery_case (state, due, order_no) where phase = 'open'`,
  `create index recovery_case_promise on recovery_case (promise_outcome, due, order_no)
    where phase = 'open' and promise_outcome is not null`,
  `create index recovery_case_app on recovery_case (app, due, order_no) where phase = 'open'`,
  ...['holder', 'stage', 'promise_outcome', 'app'].map(
    (column) => `create index recovery_case_settled_${column} on recovery_case (${column}, settled_at, order_no)
      where phase = 'settled' and ${column} is not null`,
  ),
  ...rows.flatMap((name) => [
    ...['app', 'group_id', 'province', 'regency'].map(
      (column) => `create index recovery_${name}_${column} on recovery_${name} (${column}, day, id)`,
    ),
    `create index recovery_${name}_company on recovery_${name} (company, day, id) where company <> ''`,
  ]),
  'create index recovery_holding_ended_by on recovery_holding (ended_by, day, id) where ended_by is not null',
  'create index recovery_attempt_outcome on recovery_attempt (outcome, day, id) where outcome is not null',
  'create index recovery_promise_outcome on recovery_promise (outcome, day, id)',
  'create index recovery_credit_reversal on recovery_credit (day, id) where amount < 0',
  'create index recovery_standing_state on recovery_standing (state, day, id)',
]
