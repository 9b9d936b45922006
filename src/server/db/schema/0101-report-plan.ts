/** Reports that are sent: the plans, and which file a plan asked for. */
export const statements: readonly string[] = [
  `create table report_plan (
    id text primary key, version int not null, state text not null, report text not null, role text not null,
    days int not null, time text not null, format text not null, author text not null, created_at bigint not null,
    morning_due bigint, last jsonb)`,
  `create index report_plan_created on report_plan (created_at, id)`,
  `create index report_plan_state on report_plan (state, created_at, id)`,
  `create index report_plan_report on report_plan (report, created_at, id)`,
  `alter table export add plan text`,
]
