/** The event store, the audit chain, and what is kept outside both: personal data and documents under their owner's key. */
export const statements = [
  `create table es_head (only_row boolean primary key default true check (only_row), pos bigint not null, hash text not null)`,
  `insert into es_head (pos, hash) values (0, '')`,
  `create table es_command (
    actor text not null, key text not null, request text not null, answer text not null, at bigint not null,
    primary key (actor, key))`,
  `create table es_stream (
    stream text primary key, kind text not null, version int not null, state text not null,
    chart text not null, snapshot text not null)`,
  `create table es_event (
    pos bigint primary key, stream text not null, version int not null, id text not null, type text not null,
    schema smallint not null, state text not null, actor text not null, command text not null, at bigint not null,
    data text not null, prev text not null, hash text not null,
    unique (stream, version))`,
  `create index es_event_type_at on es_event (type, at)`,
  `create table es_effect (
    stream text not null, name text not null, event text not null, version int not null, at bigint not null,
    attempts int not null default 0, error text, primary key (stream, name))`,
  `create index es_effect_name_at on es_effect (name, at)`,
  `create table es_deadline (
    stream text not null, name text not null, at bigint not null, version int not null, primary key (stream, name))`,
  `create index es_deadline_at on es_deadline (at)`,
  `create table es_checkpoint (name text primary key, pos bigint not null)`,

  `create table audit_head (only_row boolean primary key default true check (only_row), pos bigint not null, hash text not null)`,
  `insert into audit_head (pos, hash) values (0, '')`,
  `create table audit (
    pos bigint primary key, at bigint not null, actor text not null, type text not null, subject text not null,
    data text not null, prev text not null, hash text not null)`,

  `create index audit_subject on audit (subject)`,

  `create function refuse_change() returns trigger language plpgsql as $$
    begin raise exception '% is append-only', tg_table_name; end $$`,
  `create trigger es_event_append_only before update or delete on es_event for each row execute function refuse_change()`,
  `create trigger audit_append_only before update or delete on audit for each row execute function refuse_change()`,
  `create trigger es_event_no_truncate before truncate on es_event for each statement execute function refuse_change()`,
  `create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change()`,

  `create table person_key (person text primary key, key bytea not null)`,
  `create table person (
    person text not null, version int not null, data bytea not null, primary key (person, version))`,
  `create table person_lookup (kind text not null, digest text not null, person text not null, primary key (kind, digest, person))`,
  // One person a NIK: two first applications at once are not two customers.
  `create unique index person_lookup_nik on person_lookup (digest) where kind = 'nik'`,
  `create table document (
    id text primary key, person text, kind text not null, mime text not null, data bytea not null, at bigint not null)`,
  `create table secret (name text primary key, value bytea not null)`,
]
