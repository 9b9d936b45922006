/** Leads by the day of their last contact, and the codes of a person. */
export const statements: readonly string[] = [
  'create index lead_contacted on lead (contacted_at, imported_at, id) where contacted_at is not null',
  'create index verify_code_lead on verify_code (lead, issued_at, id)',
]
