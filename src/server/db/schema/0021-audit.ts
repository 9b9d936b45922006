/** The indexes that both logs are searched by, and the records of each page of an export. */
export const statements = [
  `create index es_event_at on es_event (at, pos)`,
  // Customers' apps and the system have most of the events, and nobody asks for all that they did.
  `create index es_event_staff on es_event (actor, at, pos) where actor like 'staff/%'`,
  `create index es_event_kind on es_event (split_part(stream, '/', 1), at, pos)`,
  `create index audit_at on audit (at, pos)`,
  `create index audit_actor on audit (actor, at, pos)`,
  `create index audit_type on audit (type, at, pos)`,
  `create index audit_person on audit ((data::jsonb ->> 'person')) where data::jsonb ->> 'person' is not null`,
  `create index login_at on audit (at, pos) where subject = 'login'`,
  `create index login_actor on audit (actor, at, pos) where subject = 'login'`,
  `create index login_ip on audit ((data::jsonb ->> 'ip'), at, pos) where subject = 'login'`,
  `create table export_seen (export text not null, n int not null, streams text[] not null, primary key (export, n))`,
  `create index export_seen_streams on export_seen using gin (streams)`,
]
