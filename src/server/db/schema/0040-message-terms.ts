export const statements: readonly string[] = [
  `alter table message add column category text, add column batch text, add column missing jsonb`,
  `create index message_batch on message (batch, state, queued_at, id) where batch is not null`,
]
