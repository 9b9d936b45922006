export const statements: readonly string[] = [
  `create table contact (
    id text primary key, version int not null, state text not null, last_at bigint not null, attempts jsonb not null,
    hours jsonb, consents jsonb not null, relatives jsonb not null, barred jsonb, lift jsonb)`,
  `create index contact_last on contact (last_at, id)`,
  `create index contact_state on contact (state, last_at, id)`,
]
