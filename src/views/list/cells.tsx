import { type Format, useFormat, useNow } from '../shared/format.ts'

export const moneyCell = (amount: number | null, { money }: Format) => (amount === null ? '–' : money(amount))

// Plain text: an element in each of hundreds of cells costs creation, styling and layout.
export const instantCell = (at: number | null, { instant }: Format) => (at === null ? '–' : instant(at))

export const dayCell = (at: number, { day }: Format) => day(at)

/** The time since an instant, updated live. */
export const Waiting = ({ since }: { since: number }) => {
  const { lasting, instant } = useFormat()
  return (
    <time dateTime={new Date(since).toISOString()} title={instant(since)}>
      {lasting(since, useNow())}
    </time>
  )
}
