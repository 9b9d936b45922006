import { type Format, useFormat, useNow } from '../shared/format.ts'

export const moneyCell = (amount: number | null, { money }: Format) => (amount === null ? '–' : money(amount))

export const instantCell = (at: number | null, { instant }: Format) =>
  at === null ? '–' : <time dateTime={new Date(at).toISOString()}>{instant(at)}</time>

export const dayCell = (at: number, { day }: Format) => <time dateTime={new Date(at).toISOString()}>{day(at)}</time>

/** How long ago an instant was, by the minute. */
export const Waiting = ({ since }: { since: number }) => {
  const { lasting, instant } = useFormat()
  return (
    <time dateTime={new Date(since).toISOString()} title={instant(since)}>
      {lasting(since, useNow())}
    </time>
  )
}
