export const statements: readonly string[] = [
  `create table lead_import (
    id text primary key, version int not null, state text not null, asker text not null, batch text not null,
    source text not null, format text not null, rows int not null, doubled int not null, wrong int not null,
    imported int, repeated int, customers int, barred int, reason text, requested_at bigint not null,
    ended_at bigint)`,
  `create index lead_import_requested on lead_import (requested_at, id)`,
  // The rows of a file until they are imported, sealed with the key of the file.
  `create table lead_import_file (id text primary key, name text not null, key bytea not null, faults jsonb not null)`,
  `create table lead_import_row (
    import text not null, n int not null, data bytea not null, result text, primary key (import, n))`,
  `create index lead_import_row_open on lead_import_row (import, n) where result is null`,
]
