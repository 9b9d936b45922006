/** The cases of one age are found by their due days. */
export const statements: readonly string[] = ['create index recovery_standing_due on recovery_standing (due)']
