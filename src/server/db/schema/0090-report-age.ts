const ages = ['current', 'from1', 'from8', 'from31', 'from61', 'over90', 'written_off']
const sums = ages.map((age) => `${age} bigint not null, ${age}_loans bigint not null`).join(', ')
const changes = `
  day text not null, app text not null, channel text not null, product text not null, changes bigint not null, ${sums},
  primary key (day, app, channel, product)`

/** The outstanding principal by its age, for the report on the whole of the arrears. */
export const statements = [
  // The outstanding principal of each loan from a day until another one, as old as its oldest unpaid instalment.
  `create table report_balance (
    order_no text not null, since text not null, until text not null, app text not null, channel text not null,
    product text not null, age text not null, principal bigint not null, primary key (order_no, since))`,
  `create index report_balance_age on report_balance (age, until, since, order_no)`,
  // By how much each age changed on a day, or in the month that begins on it. The balance of a day is their sum.
  `create table report_age (${changes})`,
  `create table report_age_month (${changes})`,
  `create index report_age_left on report_age (day) where changes = 0`,
  `create index report_age_month_left on report_age_month (day) where changes = 0`,
]
