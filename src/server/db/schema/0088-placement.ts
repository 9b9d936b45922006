export const statements: readonly string[] = [
  `create table placement (
    order_no text primary key, version int not null, state text not null, app text not null, company text not null,
    placed_from text, placed_until text not null, balance bigint not null, rate int not null, proposer text,
    proposed_at bigint not null, checker text, refusal text, outcome text, ended_at bigint)`,
  `create index placement_proposed on placement (proposed_at, order_no)`,
  `create index placement_state on placement (state, proposed_at, order_no)`,
  `create index placement_company on placement (company, proposed_at, order_no)`,
  `alter table recovery_case add column company text, add column placed_until text`,
  `create index recovery_case_company on recovery_case (company, due, order_no) where company is not null`,
  `alter table collector add column company text`,
  // The payments that are about to be booked.
  `create index statement_line_booking on statement_line (order_no) where state in ('proposed', 'matched')`,
]
