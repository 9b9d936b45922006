// After the order that a list is read in come its filters, and what is summed: a count reads the index alone.
const also = 'app, customer_type, applied_at, refer, first_reviewer, final_reviewer, amount'
const without = also.replace('applied_at, ', '')

/** The indexes of the lists of every review and of all orders, and of their filters. */
export const statements = [
  `alter table approval add column machine_result text`,
  `update approval set machine_result = case state when 'machineRejected' then 'reject' else 'pass' end
    where machine_at is not null`,
  `drop index approval_stage`,
  `drop index approval_first`,
  `create index approval_stage on approval (stage, since, order_no, state, ${also})`,
  `create index approval_machine on approval (machine_result, applied_at, order_no, ${without})
    where machine_result is not null`,
  `create index approval_first on approval (first_result, first_at, order_no, ${also}) where first_result is not null`,
  `create index approval_final on approval (final_result, final_at, order_no, ${also}) where final_result is not null`,
  `create index approval_all on approval (applied_at, order_no, stage, ${without})`,
  // Few different values, so each is small: for what is too rare to be walked to.
  `create index approval_app on approval (app)`,
  `create index approval_customer_type on approval (customer_type)`,
  `create index approval_refer on approval (applied_at) where refer`,
  `create index approval_first_reviewer on approval (first_reviewer) where first_reviewer is not null`,
  `create index approval_final_reviewer on approval (final_reviewer) where final_reviewer is not null`,
  `analyze approval`,
]
