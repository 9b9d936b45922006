/** The leads of each batch and source: how many were reached, registered, applied and were paid out a loan. */
export const statements: readonly string[] = [
  // What is counted of each lead; first_at is its first import.
  `create table lead_counted (
    id text primary key, first_at bigint not null, batch text not null, source text not null, requests int not null,
    reached boolean not null, registered boolean not null, applied boolean not null, paid boolean not null)`,
  `create index lead_counted_paid on lead_counted (id) where paid`,
  `create table lead_origin (
    batch text not null, source text not null, imported_at bigint not null, leads int not null, repeated int not null,
    reached int not null, registered int not null, applied int not null, paid int not null,
    primary key (batch, source))`,
  `create index lead_again on lead (imported_at, id) where requests > 1`,
  // Whether a seller ever reached the person themselves: the outcome beside it is that of the last attempt.
  `alter table lead add column reached text`,
  `update lead set reached = case when exists (
    select from es_event where stream = 'lead/' || lead.id and type = 'outcomeNoted' and data::jsonb ->> 'outcome' = 'reached'
  ) then 'yes' else 'no' end`,
  `create index lead_reached on lead (reached, imported_at, id)`,
]
