/** The loans of each person, for the report on who borrows again. */
export const statements = [
  // When each order's loan was opened and settled, in epoch ms, and after how many days the person's next one was opened.
  `create table report_loan (
    order_no text primary key, person text not null, app text not null, channel text not null, product text not null,
    customer_type text not null, opened_at bigint, settled_at bigint, again_after int)`,
  `create index report_loan_person on report_loan (person)`,
  `create index report_loan_settled on report_loan (settled_at, order_no, again_after)`,
  `create index report_loan_again on report_loan (again_after, order_no)`,
  `create table report_borrower (
    day text not null, app text not null, channel text not null, product text not null, customer_type text not null,
    settled bigint not null, again7 bigint not null, again30 bigint not null, again90 bigint not null,
    primary key (day, app, channel, product, customer_type))`,
  `create index report_borrower_left on report_borrower (day) where settled = 0`,
]
