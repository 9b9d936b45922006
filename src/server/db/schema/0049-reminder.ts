export const statements: readonly string[] = [
  `create table reminder (
    id text primary key, version int not null, state text not null, text text not null, category text not null,
    sender text not null, days int not null, side text not null, time text not null, product text, apps jsonb,
    author text not null, created_at bigint not null, editor text not null, proposer text, approver text, refused jsonb,
    next_due bigint, last jsonb)`,
  `create index reminder_created on reminder (created_at, id)`,
  `create index reminder_state on reminder (state, created_at, id)`,
  // The reminder that made a batch.
  `alter table sms_batch add reminder text`,
  `create index sms_batch_reminder on sms_batch (reminder, created_at, id) where reminder is not null`,
]
