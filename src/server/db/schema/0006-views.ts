/** How each person has each list: saved views, columns, and what must not stand in a URL. */
export const statements = [
  `create table list_view (
    id text primary key, owner int not null, list text not null, name text not null, query text not null, layout jsonb not null,
    role int)`,
  `create unique index list_view_name on list_view (owner, list, lower(name))`,
  `create index list_view_role on list_view (list, role) where role is not null`,
  `create table list_layout (owner int not null, list text not null, layout jsonb not null, primary key (owner, list))`,
  `create table concealed (id text primary key, value bytea not null, at bigint not null)`,
  `create index concealed_at on concealed (at)`,
  // The index that a list is counted by contains the sums of the list.
  `drop index approval_stage`,
  `create index approval_stage on approval (stage, since, order_no, state, app, customer_type, applied_at) include (amount)`,
  `drop index approval_first`,
  `create index approval_first on approval (first_result, first_at, order_no, app, customer_type, applied_at) include (amount)
    where first_result is not null`,
]
