export const statements: readonly string[] = [
  `create table verify_code (
    id text primary key, version int not null, state text not null, lead text not null, issuer text not null,
    issued_at bigint not null, expires_at bigint not null, tries int not null, ended_at bigint)`,
  `create index verify_code_issued on verify_code (issued_at, id)`,
  `create index verify_code_state on verify_code (state, issued_at, id)`,
  `create index verify_code_issuer on verify_code (issuer, issued_at, id)`,
  `create index verify_code_open on verify_code (lead, issued_at) where state = 'issued'`,
  // The keyed digests of the codes.
  `create table verify_code_hash (id text primary key, hash text not null)`,
]
