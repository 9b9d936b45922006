/** The targets of a group, each from its own day on. */
export const statements: readonly string[] = ['alter table collection_group add column targets jsonb']
