/** What lists show of a customer, sealed beside the whole record by `fillMasked`. */
export const statements = [`alter table person add column brief bytea`]
