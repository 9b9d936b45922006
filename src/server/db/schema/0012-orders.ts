// After the order that a list is read in come its filters, and what is summed: a count reads the index alone.
const also = `stage, app, customer_type, refer, first_reviewer, final_reviewer, amount,
  product, channel, machine_at, first_at, final_at, state, white_type, app_customer_type`

/** The indexes of the list of orders and of its filters; changes of customers' data; uploaded order numbers and the result of each. */
export const statements = [
  `alter table approval add column app_customer_type text`,
  `alter table approval add column white_type text`,
  `drop index approval_all`,
  `create index approval_all on approval (applied_at, order_no, ${also})`,
  // Few different values, so each is small: for what is too rare to be walked to.
  `create index approval_product on approval (product)`,
  `create index approval_channel on approval (channel)`,
  `create index approval_white_type on approval (white_type) where white_type is not null`,
  `create index approval_app_customer_type on approval (app_customer_type) where app_customer_type is not null`,
  `create index approval_state on approval (state)`,
  `create index approval_machine_at on approval (machine_at) where machine_at is not null`,
  `create index approval_first_at on approval (first_at) where first_at is not null`,
  `create index approval_final_at on approval (final_at) where final_at is not null`,
  `analyze approval`,

  `create table customer_edit (
    id text primary key, version int not null, state text not null, order_no text not null, kind text not null,
    person text not null, version_before int not null, version_after int not null, fields jsonb not null,
    proposer text not null, checker text, reason text, note text not null, proposed_at bigint not null, ended_at bigint)`,
  `create index customer_edit_order on customer_edit (order_no, proposed_at)`,

  `create table order_sheet (
    id text primary key, version int not null, state text not null, asker text not null, format text not null,
    rows int not null, known int, unknown int, duplicate int, invalid int, name text, file text, bytes bigint, reason text,
    requested_at bigint not null, ended_at bigint, file_due bigint)`,
  `create index order_sheet_asker on order_sheet (asker, requested_at)`,
  // The name that its file came with; it may be about a customer.
  `create table order_sheet_upload (id text primary key, name text not null, sheets int not null)`,
  // Until it has ended.
  `create table order_sheet_run (id text primary key)`,
  // Until its file is kept no more: the text of each row, and what became of it.
  `create table order_sheet_row (
    sheet text not null, n int not null, text text not null, result text, primary key (sheet, n))`,
  `create index order_sheet_row_left on order_sheet_row (sheet, n) where result is null`,
  `create index order_sheet_row_bad on order_sheet_row (sheet, n) where result <> 'known'`,
]
