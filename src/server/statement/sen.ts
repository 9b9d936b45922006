/** Rupiah with sen as decimals, split for the database: whole rupiah rounded down, and the sen above; null for none. */
export const split = (rupiah: number): { whole: number; sen: number | null } => {
  const sen = Math.round(rupiah * 100)
  const whole = Math.floor(sen / 100)
  return { whole, sen: sen - whole * 100 || null }
}

/** Rupiah with sen as decimals, of two columns or of two sums. */
export const joined = (whole: number, sen: number | null): number => (sen ? (whole * 100 + sen) / 100 : whole)
