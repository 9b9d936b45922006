/**
 * Cases that come near and late ones are lists of their own, each at one end of the due days: PostgreSQL took them for
 * evenly spread, and walked through all late cases to the near ones of an app, or to those of a stage that has none.
 */
export const statements: readonly string[] = [
  'drop index recovery_case_app',
  `create index recovery_case_app on recovery_case (kind, app, due, order_no) where phase = 'open'`,
  'create statistics recovery_case_kinds (mcv) on phase, kind, stage, app from recovery_case',
  'analyze recovery_case',
  'create index recovery_attempt_stage on recovery_attempt (stage, day, id)',
]
