/** Lines of one instant come as the bank has them, by their number in the account: an id is a text, in which 10 is before 9. */
export const statements = [
  `drop index statement_line_booked, statement_line_account, statement_line_state, statement_line_amount, statement_line_owner`,
  `create index statement_line_booked on statement_line (booked_at, n, account, state, direction, amount, owner)`,
  `create index statement_line_account on statement_line (account, booked_at, n, state, direction, amount)`,
  `create index statement_line_state on statement_line (state, booked_at, n, account)`,
  `create index statement_line_amount on statement_line (amount, booked_at, n, account)`,
  `create index statement_line_owner on statement_line (owner, booked_at, n, account) where owner is not null`,
]
