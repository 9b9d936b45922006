/** The lender's settings and the keys of customers' apps as their events left them, and which of them are older than those events. */
export const statements: readonly string[] = [
  `create table setting (
    id text primary key, version int not null, state text not null, kind text not null, code text not null,
    in_force jsonb not null, proposed jsonb, confirmed jsonb, refused jsonb)`,
  `create table api_key_standing (
    name text primary key, version int not null, state text not null, maker text, made_at bigint, revoker text,
    revoked_at bigint)`,
  // Streams whose rows were there before any event told of them.
  `create table unrecorded (stream text primary key)`,
  `insert into unrecorded
    select 'setting/app/' || code from lending_app
    union select 'setting/product/' || code from product
    union select 'setting/rate/' || product from product_rate
    union select 'setting/bankAccount/' || code from bank_account
    union select 'apiKey/' || name from api_key`,
]
