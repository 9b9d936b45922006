/** The marks of a template. A server of before this migration writes none. */
export const statements: readonly string[] = [`alter table sms_template add column marks jsonb not null default '[]'`]
