/** The last day on which the holder keeps a case through a change of its stage. */
export const statements = [
  `alter table recovery_case add column retained_until text`,
  `create index recovery_case_retained on recovery_case (due, order_no) where retained_until is not null`,
]
