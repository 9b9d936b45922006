export const statements: readonly string[] = [
  `create table visitor (
    id text primary key, version int not null, state text not null, app text not null, channel text not null,
    first_day text not null, last_day text not null, days int not null, registered_on text)`,
  `create index visitor_first on visitor (first_day, id)`,
  `create index visitor_state on visitor (state, first_day, id)`,
  `create index visitor_app on visitor (app, first_day, id)`,
  `create index visitor_channel on visitor (channel, first_day, id)`,
]
