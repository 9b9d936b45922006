/** The version that was seen of a ticked row of a bulk action; null where a filter found the row. */
export const statements = [`alter table bulk_row add column version int`]
