/** Who noted something on which record, and when; what they wrote is a document under its customer's key. */
export const statements = [
  `create table note (id text primary key, subject text not null, author text not null, at bigint not null)`,
  `create index note_subject on note (subject, at)`,
  `create trigger note_append_only before update or delete on note for each row execute function refuse_change()`,
  `create trigger note_no_truncate before truncate on note for each statement execute function refuse_change()`,
]
