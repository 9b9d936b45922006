const after = [0, 1, 3, 7, 15, 30, 60, 90]
const columns = (name: string) => after.map((days) => `${name}${days} bigint not null`).join(', ')

/** The instalments by their first due day, for the report on what is paid when. */
export const statements = [
  // The principal of each instalment that was unpaid so many days after it fell due: by value day, and as it was booked.
  `create table report_instalment (
    order_no text not null, term int not null, day text not null, app text not null, channel text not null,
    product text not null, principal bigint not null, value bigint[] not null, booked bigint[] not null,
    primary key (order_no, term))`,
  `create index report_instalment_day on report_instalment (day, order_no, term)`,
  `create index report_instalment_moved on report_instalment (order_no) where value <> booked`,
  `create table report_due (
    day text not null, basis text not null, app text not null, channel text not null, product text not null,
    instalments bigint not null, moved bigint not null, principal bigint not null, ${columns('unpaid')},
    ${columns('late')}, primary key (basis, day, app, channel, product))`,
  `create index report_due_left on report_due (day) where instalments = 0`,
]
