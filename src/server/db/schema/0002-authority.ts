/** Who may: roles and accounts as the events left them, and what is no event: profiles, sessions, keys, throttles. */
export const statements = [
  `create table role (
    id int primary key, version int not null, name text not null unique, note text not null,
    menus jsonb not null, interfaces jsonb not null)`,
  `create sequence role_id`,
  `create table account (id int primary key, version int not null, state text not null, roles jsonb not null)`,
  `create table profile (
    id serial primary key, name text not null, email text not null unique, avatar text not null, introduction text not null,
    language text not null, setting jsonb not null, password text not null)`,
  `create table session (
    token text primary key, sid text not null, account int not null, started_at bigint not null, seen_at bigint not null,
    ended_at bigint)`,
  `create index session_account on session (account)`,
  `create table throttle (key varchar(255) primary key, points integer not null default 0, expire bigint)`,
  `create table api_key (name text primary key, hash text not null)`,
  `create table lending_app (code text primary key, name text not null)`,
  `create table product (
    code text primary key, name text not null, min_amount bigint not null, max_amount bigint not null, terms jsonb not null,
    service_fee_bps int not null, handling_fee bigint not null)`,
]
