/** Finds the cases that wait for a holder, of one kind of work, in the order of their due days. */
export const statements: readonly string[] = [
  `create index recovery_case_to_give on recovery_case (kind, due, order_no) where state = 'open.unassigned'`,
]
