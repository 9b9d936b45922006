/** Groups that limit what their members see, one-time links that choose a password, and the order that accounts are listed in. */
export const statements = [
  `alter table review_group add column app_grouping boolean not null default false`,
  `alter table account add column link_until bigint`,
  // One an account: another takes the place of the one before.
  `create table account_link (account int primary key, token text not null unique, until bigint not null)`,
  `create index profile_name on profile (name, id)`,
]
