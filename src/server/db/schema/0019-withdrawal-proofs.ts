/** The findings of people on a withdrawal that its provider never reported. */
export const statements: readonly string[] = [
  `alter table withdrawal add column prover text, add column proof_day text, add column evidence text, add column confirmer text`,
]
