import { DateRangePicker } from '@blueprintjs/datetime'
import enGB from 'date-fns/locale/en-GB/index.js'
import id from 'date-fns/locale/id/index.js'
import zhCN from 'date-fns/locale/zh-CN/index.js'
import { addDays, businessDay } from '../../machines/calendar.ts'
import { useFormat, useNow } from '../shared/format.ts'
import { dayTyped, type End, typedAs } from './day.ts'
import '@blueprintjs/datetime/lib/css/blueprint-datetime.css'

const locales = { id, en: enGB, zh: zhCN }

// The picker works with midnights of the browser's own zone; here they only stand for days.
const dateOf = (day: string) => new Date(`${day}T00:00:00`)
const pad = (n: number) => String(n).padStart(2, '0')
const dayOf = (date: Date) => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

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

/** A calendar for the two ends of a range, as they are typed. */
export const DayPicker = ({ typed, onPick }: DayPickerProps) => {
  const { t, language } = useFormat()
  const today = businessDay(useNow())
  return (
    <DateRangePicker
      // The locale is read once.
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
