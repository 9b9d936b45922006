/** The days whose bank statements an open promise waits for. */
export const statements = [
  `alter table recovery_case add column statement_from text, add column statement_to text`,
  `create index recovery_case_statement on recovery_case (statement_to) where statement_to is not null`,
]
