export const statements: readonly string[] = [
  `create table message (
    id text primary key, version int not null, state text not null, order_no text not null, person text not null,
    person_version int not null, app text not null, text text not null, text_version int not null, channel text not null,
    sender text, segments int, reason text, code text, contradicted text, author text not null, queued_at bigint not null,
    sent_at bigint, ended_at bigint, reference text not null)`,
  `create index message_queued on message (queued_at, id)`,
  `create index message_state on message (state, queued_at, id)`,
  `create index message_order on message (order_no, queued_at)`,
  `create index message_person on message (person, queued_at)`,
  `create index message_reference on message (reference)`,

  // Which message of an order says a text: two at once cannot both be sent.
  `create table message_once (key text primary key, message text not null)`,

  // When a provider may be called next, by all servers together, and how many of the last answers were unusable.
  `create table provider_rate (
    provider text primary key, next_at double precision not null, failures int not null)`,
]
