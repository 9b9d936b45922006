/** What lists show of a customer, sealed beside the whole record by `fillBriefs`. */
export const statements = [`alter table person add column brief bytea`]
