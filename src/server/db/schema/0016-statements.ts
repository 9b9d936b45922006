// After the order that a list is read in come its filters, and what is summed: a count reads the index alone.
const also = 'account, state, direction, amount, owner'

/** The lender's bank accounts, the files of their banks, the movements in them, and the days that are closed. */
export const statements = [
  `create table bank_account (code text primary key, bank text not null, name text not null, number text not null)`,

  `create table bank_statement (
    id text primary key, version int not null, state text not null, account text not null, uploader text not null,
    format text, lines int, from_day text, to_day text, start_balance bigint, end_balance bigint, credits bigint,
    debits bigint, follows text, reason text, errors int not null, uploaded_at bigint not null, ended_at bigint)`,
  `create index bank_statement_uploaded on bank_statement (uploaded_at, id)`,
  // One file at a time goes into an account, and one after each.
  `create unique index bank_statement_appending on bank_statement (account) where state = 'appending'`,
  `create unique index bank_statement_follows on bank_statement (account, follows) where follows is not null`,
  // A bank's text beside a movement names its customers: it is sealed with the file's own key, as the file is until it was read.
  `create table bank_statement_file (
    id text primary key, name text not null, key bytea not null, content bytea, findings bytea)`,
  // Until it is in the books or given up.
  `create table bank_statement_run (id text primary key, done int not null default 0, looked int not null default 0)`,
  `create table bank_statement_row (
    statement text not null, place int not null, txid text not null, day text not null, booked_at bigint not null,
    direction text not null, amount bigint not null, before bigint not null, after bigint not null, info bytea not null,
    primary key (statement, place))`,

  `create table statement_line (
    id text primary key, version int not null, state text not null, account text not null, n int not null,
    statement text not null, place int not null, txid text not null, day text not null, booked_at bigint not null,
    direction text not null, amount bigint not null, before bigint not null, after bigint not null,
    order_no text, recorded text, how text, proposer text, checker text, posted text, exception text, owner text,
    refusal text, note text not null)`,
  `create unique index statement_line_n on statement_line (account, n)`,
  `create index statement_line_booked on statement_line (booked_at, id, ${also})`,
  `create index statement_line_account on statement_line (account, booked_at, id, state, direction, amount)`,
  `create index statement_line_day on statement_line (account, day, n, state, direction, amount)`,
  `create index statement_line_state on statement_line (state, booked_at, id, account)`,
  `create unique index statement_line_txid on statement_line (txid, account)`,
  `create index statement_line_amount on statement_line (amount, booked_at, id)`,
  `create index statement_line_order on statement_line (order_no) where order_no is not null`,
  // A payment came once.
  `create unique index statement_line_recorded on statement_line (recorded) where recorded is not null`,
  `create unique index statement_line_posted on statement_line (posted) where posted is not null`,
  `create index statement_line_owner on statement_line (owner, booked_at, id) where owner is not null`,

  `create index export_title on export (title, requested_at, id)`,
  `create index payout_txid on payout (txid) where txid is not null`,

  `create table statement_day (
    id text primary key, version int not null, state text not null, account text not null, day text not null,
    lines int, start_balance bigint, end_balance bigint, credits bigint, debits bigint, proposer text, checker text,
    closed_at bigint)`,
]
