export const statements: readonly string[] = [
  `create table quality (
    id text primary key, version int not null, state text not null, lead text not null, seller text not null,
    visit_end text not null, channel text, called_at bigint, cause text not null, complaint text,
    sampled_at bigint not null, checker text, checked_at bigint, score int, missed text, fatal text, evidence text,
    first_checker text, second_checker text, agrees text, appealed text not null, appealed_at bigint, appeal text, decided_at bigint)`,
  `create index quality_sampled on quality (sampled_at, id)`,
  `create index quality_state on quality (state, sampled_at, id)`,
  `create index quality_seller on quality (seller, sampled_at, id)`,
  `create index quality_checker on quality (checker, sampled_at, id)`,
  `create index quality_cause on quality (cause, sampled_at, id)`,
  `create index quality_appealed on quality (appealed, sampled_at, id)`,
  `create index quality_agrees on quality (agrees, sampled_at, id) where agrees is not null`,
  `create index quality_first on quality (first_checker, sampled_at, id) where first_checker is not null`,
  `create index quality_second on quality (second_checker, sampled_at, id) where second_checker is not null`,
  `create index quality_lead on quality (lead, sampled_at)`,
]
