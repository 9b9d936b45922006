export const statements: readonly string[] = [
  `create table sms_batch (
    id text primary key, version int not null, state text not null, text text not null, text_version int not null,
    category text not null, sender text not null, title text not null, apps jsonb, start_at bigint not null,
    rows int not null, count jsonb, author text not null, created_at bigint not null, proposer text, approver text, refused jsonb,
    started_at bigint, made int, ended_at bigint)`,
  `create index sms_batch_created on sms_batch (created_at, id)`,
  `create index sms_batch_state on sms_batch (state, created_at, id)`,

  // The people of a batch, each once, with what was found when they were counted: not events, but work in hand.
  `create table sms_batch_person (
    batch text not null, person text not null, n int not null, order_no text not null, skip text, segments int not null,
    primary key (batch, person))`,
  `create unique index sms_batch_person_order on sms_batch_person (batch, n)`,
  // How far the counting and the making of a batch are; \`secret\` is the filter's personal data.
  `create table sms_batch_run (
    batch text primary key, secret text not null, next text, made int not null, is_counted boolean not null)`,
]
