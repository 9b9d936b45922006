/** The items that a quality checker marks. A missed fatal item fails the visit whatever its score is. */
export type ScorecardItem = { name: string; weight: number; fatal: boolean }

/** How visits to leads are sampled and scored; `from` is the first day on which it applies. */
export type Scorecard = {
  from: string
  /** The percentage of the visits that is drawn for a check, beside every complaint. */
  share: number
  /** The percentage of the drawn visits that a second person checks without seeing the first verdict. */
  second: number
  /** The least score that passes, of 100. */
  pass: number
  /** The days for which a failed check can be appealed. */
  appeal: number
  /** The days after which a verdict stands without its second check. */
  wait: number
  items: ScorecardItem[]
}

/** The values of a new proposal. No Indonesian source gives them. */
export const usualScorecard: Omit<Scorecard, 'from'> = {
  share: 10,
  second: 20,
  pass: 80,
  appeal: 7,
  wait: 7,
  items: [
    { name: 'Menyebut nama dan pemberi pinjaman', weight: 20, fatal: false },
    { name: 'Memastikan berbicara dengan orangnya', weight: 20, fatal: false },
    { name: 'Menyebut biaya dan bunga dengan benar', weight: 30, fatal: true },
    { name: 'Tidak menekan atau menjanjikan persetujuan', weight: 20, fatal: true },
    { name: 'Mencatat hasil sesuai pembicaraan', weight: 10, fatal: false },
  ],
}

const hundred = 100

/** The score of a visit in which these items were missed, of 100. */
export const scoreOf = (items: readonly ScorecardItem[], missed: readonly string[]): number => {
  const sum = (some: readonly ScorecardItem[]) => some.reduce((total, { weight }) => total + weight, 0)
  return Math.round((hundred * sum(items.filter(({ name }) => !missed.includes(name)))) / sum(items))
}

/** The first missed item that is fatal. */
export const fatalOf = (items: readonly ScorecardItem[], missed: readonly string[]): string | null =>
  items.find(({ name, fatal }) => fatal && missed.includes(name))?.name ?? null

/** Whether a visit in which these items were missed passes. */
export const isPassed = ({ items, pass }: Scorecard, missed: readonly string[]): boolean =>
  fatalOf(items, missed) === null && scoreOf(items, missed) >= pass
