export const statements: readonly string[] = [
  `create table collector (
    id int primary key, version int not null, state text not null, since bigint, weight int not null,
    daily_cap int not null, certificate text, certified_until text, group_id text)`,
  `create index collector_group on collector (group_id)`,
]
