/** The digest of each staged phone, by which the rows of somebody who is erased are found. */
export const statements: readonly string[] = [
  `alter table lead_import_row add column phone text`,
  `create index lead_import_row_phone on lead_import_row (phone)`,
]
