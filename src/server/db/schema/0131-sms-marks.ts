/** What a template is marked as. A server that knows no marks writes none. */
export const statements: readonly string[] = [`alter table sms_template add column marks jsonb not null default '[]'`]
