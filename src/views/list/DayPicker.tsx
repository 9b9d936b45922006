import { DateRangePicker } from '@blueprintjs/datetime'
import { addDays, businessDay } from '../../machines/calendar.ts'
import { dateOf, dayOf, locales } from '../shared/calendar.ts'
import { dayTyped, type End, typedAs } from '../shared/day.ts'
import { useFormat, useNow } from '../shared/format.ts'
import '@blueprintjs/datetime/lib/css/blueprint-datetime.css'

const dateTyped = (said: string) => {
  const day = dayTyped(said)
  return day === undefined ? null : dateOf(day)
}

const shortcuts = [
  { words: 'list:today', days: 1 },
  { words: 'list:lastWeek', days: 7 },
  { words: 'list:lastMonth', days: 30 },
  { words: 'list:lastThreeMonths', days: 90 },
]

type Typed = Record<End, string>
type DayPickerProps = { typed: Typed; onPick: (picked: Typed, isWhole: boolean) => void }

/** A calendar for both ends of a range; it follows the typed text. */
export const DayPicker = ({ typed, onPick }: DayPickerProps) => {
  const { t, language } = useFormat()
  const today = businessDay(useNow())
  return (
    <DateRangePicker
      // The picker reads its locale only when it is mounted.
      key={language}
      locale={locales[language]}
      value={[dateTyped(typed.from), dateTyped(typed.to)]}
      minDate={dateOf(addDays(today, -3650))}
      maxDate={dateOf(today)}
      allowSingleDayRange
      singleMonthOnly
      shortcuts={shortcuts.map(({ words, days: count }) => ({
        label: t(words),
        dateRange: [dateOf(addDays(today, 1 - count)), dateOf(today)],
      }))}
      onChange={([from, to]) => {
        const said = (date: Date | null) => typedAs(date ? dayOf(date) : undefined, language)
        onPick({ from: said(from), to: said(to) }, from !== null && to !== null)
      }}
    />
  )
}
