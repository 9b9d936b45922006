// The columns of 0073, and the rule set.
const also = `machine_result, first_result, final_result, stage, app, customer_type, refer, first_reviewer, final_reviewer,
  amount, product, channel, state, white_type, app_customer_type, rule_set`

/** Decisions by the version of the rule set, what was set aside undecided, the first instalments of channels, and what became of each age. */
export const statements = [
  `drop index approval_results`,
  `create index approval_results on approval (applied_at, order_no, ${also})`,
  `create index approval_rule_set on approval (rule_set)`,
  `create index approval_since on approval (since)`,
  `drop table report_decision`,
  // The stages 'returned' and 'closed' have what was set aside there.
  `create table report_decision (
    day text not null, stage text not null, app text not null, channel text not null, product text not null,
    customer_type text not null, reviewer text not null, rule_set text not null, passed int not null,
    referred int not null, rejected int not null, aside int not null,
    primary key (day, stage, app, channel, product, customer_type, reviewer, rule_set))`,
  // The loans of the applications of a day by the first day on which something of them fell due.
  `create table report_first (
    day text not null, due text not null, app text not null, channel text not null, product text not null,
    customer_type text not null, loans bigint not null, late bigint not null,
    primary key (day, due, app, channel, product, customer_type))`,
  `create index report_first_left on report_first (day) where loans = 0`,
  `create index report_instalment_late on report_instalment (order_no, day) where term = 1 and value[1] > 0`,
  // By how much what becomes of an age in a month differs from the month before: the month's is the sum of all until then.
  `create table report_roll (
    month text not null, app text not null, channel text not null, product text not null, before text not null,
    after text not null, changes bigint not null, principal bigint not null, loans bigint not null,
    primary key (month, app, channel, product, before, after))`,
  `create index report_roll_left on report_roll (month) where changes = 0`,
  // All are counted from the beginning again.
  `delete from report_instalment`,
  `delete from report_due`,
  `delete from report_balance`,
  `delete from report_age`,
  `delete from report_age_month`,
  `delete from es_checkpoint where name in ('report_decision', 'report_due', 'report_age')`,
]
