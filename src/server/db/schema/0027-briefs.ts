/** Adds the customer fields that lists show, sealed apart from the whole record. The server fills them at its start. */
export const statements = [`alter table person add column brief bytea`]
