export const statements: readonly string[] = [
  `create table collection_group (
    id text primary key, version int not null, state text not null, kind text not null, name text not null,
    company text not null, stages jsonb not null, apps jsonb not null, capacity int not null, days jsonb not null,
    opens text not null, closes text not null, commission int not null, target int not null)`,
  `create unique index collection_group_name on collection_group (lower(name))`,
]
