/**
 * Movements that were left out of a file because the bank had not booked them yet, and files that miss some of theirs:
 * few, and each waits for somebody.
 */
export const statements = [
  `create table bank_statement_pending (
    statement text not null, place int not null, day text not null, direction text not null, amount bigint not null,
    amount_sen int, info bytea not null, state text not null, line text, primary key (statement, place))`,
  `create index bank_statement_pending_open on bank_statement_pending (statement) where state in ('waiting', 'missed')`,
  `create unique index bank_statement_pending_line on bank_statement_pending (line) where line is not null`,
  `alter table bank_statement add column note text`,
  `create index bank_statement_missing on bank_statement (account, to_day) where state = 'missing'`,
]
