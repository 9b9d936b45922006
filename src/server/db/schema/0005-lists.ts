/** The indexes that lists walk and search by, so that a page costs the same at any depth of a million orders. */
export const statements = [
  `alter table approval add column stage text`,
  `update approval set stage = split_part(state, '.', 1)`,
  `alter table approval alter column stage set not null`,
  `drop index approval_state`,
  `drop index approval_final`,
  `drop index approval_first`,
  // After the order that a list is read in come its filters: a walk past what they leave out reads the index alone.
  `create index approval_stage on approval (stage, since, order_no, state, app, customer_type, applied_at)`,
  `create index approval_first on approval (first_result, first_at, order_no, app, customer_type, applied_at)
    where first_result is not null`,
  `do $$ begin
    create extension if not exists pg_trgm;
  exception when insufficient_privilege or undefined_file or feature_not_supported then
    raise exception 'Loket needs the extension pg_trgm in this database: have its administrator install it and run "create extension pg_trgm" (%)', sqlerrm;
  end $$`,
  // Without a list of entries still to be made: one command in thousands would make them all, while it holds the head.
  `create index approval_order_no_part on approval using gin (order_no gin_trgm_ops) with (fastupdate = off)`,
  `analyze approval`,
]
