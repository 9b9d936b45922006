/** The hours that collectors were at work, read from the log: a row for each stay and day. */
export const statements: readonly string[] = [
  `create table recovery_hours (id bigint not null, day text not null, collector text not null, group_id text not null,
    company text not null, kind text not null, at bigint not null, until bigint not null, ended boolean not null,
    primary key (id, day))`,
  'create index recovery_hours_day on recovery_hours (day, id)',
  'create index recovery_hours_collector on recovery_hours (collector, day, id)',
]
