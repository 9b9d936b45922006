/** Where each application stands: one row an order, as its last event left it. */
export const statements = [
  `create sequence order_no`,
  `create table approval (
    order_no text primary key, version int not null, state text not null, since bigint not null, round int not null,
    refer boolean not null, holder text, claim_due bigint, first_reviewer text, final_reviewer text,
    person text not null, person_version int not null, app text not null, channel text not null, product text not null,
    customer_type text not null, loan_count int not null, failed_order_count int not null,
    amount bigint not null, term int not null, service_fee bigint not null, handling_fee bigint not null,
    proposed_amount bigint, proposed_term int, rule_set text, score int, rating text, reason text,
    account_verified boolean not null,
    first_result text, final_result text,
    applied_at bigint not null, machine_at bigint, first_at bigint, final_at bigint)`,
  `create index approval_state on approval (state, since, order_no)`,
  `create index approval_holder on approval (holder, since, order_no) where holder is not null`,
  `create index approval_first on approval (first_result, first_at, order_no) where first_result is not null`,
  `create index approval_final on approval (final_result, final_at, order_no) where final_result is not null`,
  `create index approval_person on approval (person)`,
]
