export const statements: readonly string[] = [
  `create table sms_template (
    id text primary key, version int not null, state text not null, name text not null, language text not null,
    category text not null, body text not null, number int not null, in_force int, author text not null,
    created_at bigint not null, editor text not null, edited_at bigint not null, proposer text, approver text,
    approved_at bigint, refused jsonb)`,
  `create index sms_template_edited on sms_template (edited_at, id)`,
  `create index sms_template_state on sms_template (state, edited_at, id)`,
]
