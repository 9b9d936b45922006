export const statements: readonly string[] = [
  // The newest import of each person, sealed with the person's own key.
  `create table prospect (person text primary key, data bytea not null)`,
  `create table lead (
    id text primary key, version int not null, state text not null, requests int not null, batch text not null,
    source text not null, imported_at bigint not null, seller text, former_seller text, attempts int not null,
    channel text, contacted_at bigint, outcome text, call_back bigint, call_at bigint not null,
    call_back_due boolean not null, idle_at bigint, registered text not null, registered_at bigint,
    registered_for text, applied text not null, applied_at bigint, applied_for text, result text, reason text,
    ended_at bigint)`,
  `create index lead_imported on lead (imported_at, id)`,
  `create index lead_call on lead (call_at, id)`,
  `create index lead_state on lead (state, imported_at, id)`,
  `create index lead_seller on lead (seller, imported_at, id) where seller is not null`,
  `create index lead_seller_call on lead (seller, call_at, id) where seller is not null`,
  `create index lead_batch on lead (batch, imported_at, id)`,
  `create index lead_source on lead (source, imported_at, id)`,
  `create index lead_channel on lead (channel, imported_at, id)`,
  `create index lead_outcome on lead (outcome, imported_at, id)`,
  `create index lead_result on lead (result, imported_at, id)`,
  `create index lead_registered on lead (registered, imported_at, id)`,
  `create index lead_applied on lead (applied, imported_at, id)`,
  `create index lead_due on lead (imported_at, id) where call_back_due`,
  // Counts a seller's claims, so that two at once see each other.
  `create table lead_claims (seller text primary key, n int not null)`,
]
