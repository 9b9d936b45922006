// After the order that a list is read in come its filters, and what is summed: a count reads the index alone.
const also = 'app, product, channel, contradicted, opened_at, amount'

/** Payouts as lists show them, what providers said of each sending, and alarms about it. */
export const statements = [
  `create table payout (
    order_no text primary key, version int not null, state text not null, stage text not null, since bigint not null,
    person text not null, account_version int not null, app text not null, product text not null, amount bigint not null,
    channel text not null, opened_at bigint not null, proposal text, proposer text, proposed_version int, evidence text,
    prover text, proof_day text, changed_by jsonb not null, refusal text, attempts int not null, txid text, status text, code text,
    sent_at bigint, ended_at bigint, maker text, checker text, contradicted text,
    paid_day text)`,
  `create index payout_stage on payout (stage, since, order_no, ${also})`,
  `create index payout_all on payout (since, order_no, stage, ${also})`,
  `create index payout_wait on payout (since, order_no, stage, ${also}) where stage not in ('succeeded', 'cancelled')`,
  `create index payout_change on payout (since, order_no, stage, ${also}) where stage = 'failed' or proposal = 'channelChanged'`,
  `create index payout_person on payout (person)`,
  // Any part of an order's number.
  `create index payout_order_no on payout using gin (order_no gin_trgm_ops) with (fastupdate = off)`,
  // Few different values, so each is small: for what is too rare to be walked to.
  `create index payout_app on payout (app)`,
  `create index payout_product on payout (product)`,
  `create index payout_channel on payout (channel)`,
  `create index payout_opened on payout (opened_at)`,
  `create index payout_contradicted on payout (since) where contradicted is not null`,

  // The amounts that arrived, by the day of arrival; some of them came back later.
  `create table payout_arrival (
    order_no text not null, txid text not null, day text not null, arrived_at bigint not null, amount bigint not null,
    channel text not null, person text not null, account_version int not null, app text not null, product text not null,
    maker text not null, checker text not null, returned_at bigint, code text, primary key (order_no, txid))`,
  `create index payout_arrival_day on payout_arrival (day, arrived_at, order_no, channel, app, product, returned_at, amount)`,
  `create index payout_arrival_app on payout_arrival (app, day, amount, returned_at)`,
  `create index payout_arrival_product on payout_arrival (product, day, amount, returned_at)`,
  `create index payout_arrival_channel on payout_arrival (channel, day, amount, returned_at)`,
  `create index payout_arrival_person on payout_arrival (person)`,

  // Once for each thing said, however often: a provider repeats itself, and somebody in its name may do so endlessly.
  `create table provider_word (
    id text primary key, provider text not null, txid text not null, source text not null, word text not null, code text not null,
    message text not null, outcome text not null, alarming boolean not null, order_no text, count int not null,
    first_at bigint not null, last_at bigint not null, seen_by text, seen_at bigint,
    unique (provider, txid, source, word, code, outcome))`,
  `create index provider_word_order on provider_word (order_no, first_at) where order_no is not null`,
  `create index provider_word_alarm on provider_word (last_at) where alarming and seen_by is null`,
]
