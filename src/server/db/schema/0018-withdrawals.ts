// After the order that a list is read in come its filters, and what is summed: a count reads the index alone.
const also = 'state, channel, account, amount'

/** Money that was taken out of the lender's accounts, and where to: sealed, each with a key of its own. */
export const statements: readonly string[] = [
  `create table withdrawal (
    txid text primary key, version int not null, state text not null, account text not null, channel text not null,
    amount bigint not null, purpose text not null, requester text not null, requested_at bigint not null, checker text,
    refusal text, sent_at bigint, status text, code text, ended_at bigint, contradicted boolean not null)`,
  `create index withdrawal_requested on withdrawal (requested_at, txid, ${also})`,
  `create index withdrawal_state on withdrawal (state, requested_at, txid, channel, account, amount)`,
  `create index withdrawal_channel on withdrawal (channel, requested_at, txid, state, account, amount)`,
  `create index withdrawal_account on withdrawal (account, requested_at, txid, state, channel, amount)`,
  `create table withdrawal_card (txid text primary key, key bytea not null, data bytea not null)`,
]
