/**
 * The sen of a bank's amounts and balances, beside their whole rupiah rounded down; null for none, as before. The index
 * of a day's lines has them, so that its totals are still read from the index alone.
 */
export const statements = [
  `alter table bank_statement add column start_sen int, add column end_sen int, add column credits_sen int,
    add column debits_sen int, add column pending int`,
  `alter table bank_statement_row add column amount_sen int, add column before_sen int, add column after_sen int`,
  `alter table statement_line add column amount_sen int, add column before_sen int, add column after_sen int,
    add column ledger text`,
  `alter table statement_day add column start_sen int, add column end_sen int, add column credits_sen int,
    add column debits_sen int`,
  `drop index statement_line_day`,
  `create index statement_line_day on statement_line (account, day, n, state, direction, amount, amount_sen)`,
]
