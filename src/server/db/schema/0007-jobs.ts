/** Exports and bulk actions: where each stands, how far it is, what it has read and written, and what became of each row. */
export const statements = [
  `create table export (
    id text primary key, version int not null, state text not null, asker text not null,
    list text not null, title text not null, filter jsonb not null, narrowed boolean not null, columns jsonb not null,
    format text not null, rows int not null, name text, file text, bytes bigint, reason text,
    requested_at bigint not null, ended_at bigint, file_due bigint)`,
  `create index export_asker on export (asker, requested_at)`,
  // Until it has ended: what it is narrowed by that is personal data, and how much was read.
  `create table export_run (
    id text primary key, secret text not null, done int not null default 0, pages int not null default 0, next text)`,
  `create table export_page (export text not null, n int not null, rows text not null, primary key (export, n))`,
  `create table export_chunk (
    export text not null, file text not null, n int not null, data bytea not null, primary key (export, file, n))`,

  `create table bulk (
    id text primary key, version int not null, state text not null, asker text not null,
    list text not null, title text not null, command text not null, said jsonb not null,
    rows int not null, requested_at bigint not null, ended_at bigint)`,
  `create index bulk_asker on bulk (asker, requested_at)`,
  `create table bulk_run (id text primary key, secret text not null, next text)`,
  // The result is null until its turn came, then 'done' or the key of the reason it was refused for.
  `create table bulk_row (
    bulk text not null, n int not null, key text not null, result text, primary key (bulk, n), unique (bulk, key))`,
]
