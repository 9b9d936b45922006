/** The channels to which the people of an import agreed; null for the channels of sellers. */
export const statements: readonly string[] = ['alter table lead_import add column channels jsonb']
