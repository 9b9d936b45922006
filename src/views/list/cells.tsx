import { useFormat, useNow } from '../shared/format.ts'

export const Money = ({ amount }: { amount: number | null }) => {
  const { money } = useFormat()
  return amount === null ? '–' : money(amount)
}

export const Instant = ({ at }: { at: number | null }) => {
  const { instant } = useFormat()
  return at === null ? '–' : <time dateTime={new Date(at).toISOString()}>{instant(at)}</time>
}

/** How long ago an instant was, by the minute. */
export const Waiting = ({ since }: { since: number }) => {
  const { lasting, instant } = useFormat()
  return (
    <time dateTime={new Date(since).toISOString()} title={instant(since)}>
      {lasting(since, useNow())}
    </time>
  )
}
