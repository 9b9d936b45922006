import { DateRangePicker } from '@blueprintjs/datetime'
import { addDays, businessDay } from '../../machines/calendar.ts'
import { dateOf, dayOf, locales } from '../shared/calendar.ts'
import { dayTyped, type End, typedAs } from '../shared/day.ts'
import { useFormat, useNow } from '../shared/format.ts'
import '@blueprintjs/datetime/lib/css/blueprint-datetime.css'

const dateTyped = (typed: string) => {
  const day = dayTyped(typed)
  return day === undefined ? null : dateOf(day)
}

/** Ranges by their first and last day, counted from today. */
const behind = [
  { words: 'list:today', from: 0, to: 0 },
  { words: 'list:lastWeek', from: -6, to: 0 },
  { words: 'list:lastMonth', from: -29, to: 0 },
  { words: 'list:lastThreeMonths', from: -89, to: 0 },
]
const toCome = [
  { words: 'list:nextWeek', from: 0, to: 6 },
  { words: 'list:nextMonth', from: 0, to: 29 },
]
const tenYears = 3650

type Typed = Record<End, string>
type DayPickerProps = { typed: Typed; ahead: boolean; onPick: (picked: Typed, isWhole: boolean) => void }

/** A calendar for both ends of a range; it follows the typed text. */
export const DayPicker = ({ typed, ahead, onPick }: DayPickerProps) => {
  const { t, language } = useFormat()
  const today = businessDay(useNow())
  return (
    <DateRangePicker
      // The picker reads its locale only when it is mounted.
      key={language}
      locale={locales[language]}
      value={[dateTyped(typed.from), dateTyped(typed.to)]}
      minDate={dateOf(addDays(today, -tenYears))}
      maxDate={dateOf(addDays(today, ahead ? tenYears : 0))}
      allowSingleDayRange
      singleMonthOnly
      shortcuts={[...(ahead ? toCome : []), ...behind].map(({ words, from, to }) => ({
        label: t(words),
        dateRange: [dateOf(addDays(today, from)), dateOf(addDays(today, to))],
      }))}
      onChange={([from, to]) => {
        const typed = (date: Date | null) => typedAs(date ? dayOf(date) : undefined, language)
        onPick({ from: typed(from), to: typed(to) }, from !== null && to !== null)
      }}
    />
  )
}
