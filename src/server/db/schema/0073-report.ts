// Without the instants of the reviews: the lists of one review, which are read in their order, have indexes of their own.
const also = `machine_result, first_result, final_result, stage, app, customer_type, refer, first_reviewer, final_reviewer,
  amount, product, channel, state, white_type, app_customer_type`

/**
 * Roll-ups of the log for the reports. A day has at most some hundred rows of each. Neither is ever read whole: a report
 * reads the days of its period.
 */
export const statements = [
  // The list of orders is found by the results as well, and a count reads the index alone.
  `create index approval_results on approval (applied_at, order_no, ${also})`,
  // How far the applications of a day have come by now.
  `create table report_application (
    day text not null, app text not null, channel text not null, product text not null, customer_type text not null,
    applied bigint not null, machine bigint not null, first bigint not null, final bigint not null, paid bigint not null,
    undecided bigint not null, primary key (day, app, channel, product, customer_type))`,
  // The decisions of a day that stand; the reviewer is empty where the machine decided.
  `create table report_decision (
    day text not null, stage text not null, app text not null, channel text not null, product text not null,
    customer_type text not null, reviewer text not null, passed bigint not null, referred bigint not null,
    rejected bigint not null, primary key (day, stage, app, channel, product, customer_type, reviewer))`,
]
