/** The state of each lead's last sampled check, in the order of the list of leads. */
export const statements: readonly string[] = [
  `create table lead_check (checked_lead text primary key, check_state text not null, last_import bigint not null)`,
  `create index lead_check_state on lead_check (check_state, last_import, checked_lead)`,
  // The position first: what is stored meanwhile is counted again, which changes nothing.
  `insert into es_checkpoint (name, pos) select 'lead_check', pos from es_head`,
  `insert into lead_check
  select distinct on (quality.lead) quality.lead, quality.state, lead.imported_at
  from quality join lead on lead.id = quality.lead
  order by quality.lead, quality.sampled_at desc, quality.id desc`,
]
