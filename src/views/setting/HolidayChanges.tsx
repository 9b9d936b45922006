import type { Holiday } from '../../machines/decree.ts'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'

type HolidayChangesProps = { before: readonly Holiday[]; after: readonly Holiday[] }

const keyOf = ({ day, kind, name }: Holiday) => [day, kind, name].join(' ')
const without = (these: readonly Holiday[], those: readonly Holiday[]) => {
  const known = new Set(those.map(keyOf))
  return these.filter((one) => !known.has(keyOf(one)))
}

/** The holidays that a change takes away and adds. */
export const HolidayChanges = ({ before, after }: HolidayChangesProps) => {
  const format = useFormat()
  const { t } = format
  const changes = [
    ...without(before, after).map((holiday) => ({ holiday, how: 'removed' })),
    ...without(after, before).map((holiday) => ({ holiday, how: 'added' })),
  ].toSorted((one, other) => (one.holiday.day < other.holiday.day ? -1 : 1))
  if (changes.length === 0) return null
  return (
    <ul className="holiday-changes" aria-label={t('setting:ask.days')}>
      {changes.map(({ holiday, how }) => (
        <li key={`${how} ${keyOf(holiday)}`}>
          {t(`setting:screen.holiday.${how}`, {
            day: dayIn(holiday.day, format),
            name: holiday.name,
            kind: t(`setting:screen.holiday.${holiday.kind}`),
          })}
        </li>
      ))}
    </ul>
  )
}
