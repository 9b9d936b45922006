/** Keeps consents to messages within the apps of their orders, and when a provider last answered and last did not. */
export const statements: readonly string[] = [
  `alter table consent add apps jsonb`,
  `update consent set apps = case jsonb_typeof(sms_batch.apps) when 'array' then sms_batch.apps else '["*"]' end
    from sms_batch where kind = 'smsBatch' and sms_batch.id = substr(stream, 10)`,
  `update consent set apps = case jsonb_typeof(reminder.apps) when 'array' then reminder.apps else '["*"]' end
    from reminder where kind = 'reminder' and reminder.id = substr(stream, 10)`,
  `alter table provider_rate add usable_at float8 not null default 0, add failed_at float8 not null default 0`,
]
