import { useTranslation } from 'react-i18next'
import type { Shift } from '../../machines/shifts.ts'

const runsOf = (days: readonly number[]): number[][] =>
  days
    .toSorted((one, other) => one - other)
    .reduce<number[][]>((runs, day) => {
      const last = runs.at(-1)
      if (last?.at(-1) === day - 1) last.push(day)
      else runs.push([day])
      return runs
    }, [])

/** Formats a shift, e.g. `Mon–Fri 08:00–18:00`; three or more consecutive days become a range. */
export const useShiftWords = () => {
  const { t } = useTranslation()
  const day = (one: number) => t(`reviewers:weekday.${one}`)
  return ({ days, from, to }: Shift) => {
    const runs = runsOf(days).map((run) =>
      run.length > 2 ? [run[0]!, run.at(-1)!].map(day).join('–') : run.map(day).join(', '),
    )
    return `${runs.join(', ')} ${from}–${to}`
  }
}
