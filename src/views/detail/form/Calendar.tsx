import { DatePicker } from '@blueprintjs/datetime'
import { useEffect, useRef } from 'react'
import { addDays, businessDay } from '../../../machines/calendar.ts'
import { dateOf, dayOf, locales } from '../../shared/calendar.ts'
import { isDay } from '../../shared/day.ts'
import { useFormat, useNow } from '../../shared/format.ts'
import '@blueprintjs/datetime/lib/css/blueprint-datetime.css'

/** Days by their distance from today. */
const shortcuts = [
  { words: 'list:today', after: 0 },
  { words: 'list:tomorrow', after: 1 },
  { words: 'list:weekAhead', after: 7 },
  { words: 'list:monthAhead', after: 30 },
  { words: 'list:yesterday', after: -1 },
  { words: 'list:weekAgo', after: -7 },
  { words: 'list:monthAgo', after: -30 },
  { words: 'list:threeMonthsAgo', after: -90 },
]

type CalendarProps = {
  value: string
  first: string | undefined
  last: string | undefined
  onPick: (day: string) => void
}

/** A month's calendar for picking one day. */
export const Calendar = ({ value, first, last, onPick }: CalendarProps) => {
  const { t, language } = useFormat()
  const today = businessDay(useNow())
  const near = shortcuts
    .map(({ words, after }) => ({ words, day: addDays(today, after) }))
    .filter(({ day }) => (!first || day >= first) && (!last || day <= last))
  const place = useRef<HTMLDivElement>(null)
  // The calendar loads after the popover opened, when Blueprint has already set the focus.
  useEffect(() => place.current?.querySelector<HTMLElement>('[name=day][tabindex="0"]')?.focus(), [])
  return (
    <div ref={place}>
      <DatePicker
        // The calendar reads the locale only when it mounts.
        key={language}
        locale={locales[language]}
        value={isDay(value) ? dateOf(value) : null}
        canClearSelection={false}
        shortcuts={near.map(({ words, day }) => ({ label: t(words), date: dateOf(day) }))}
        {...(first && { minDate: dateOf(first) })}
        {...(last && { maxDate: dateOf(last) })}
        onChange={(date, isUserChange) => date && isUserChange && onPick(dayOf(date))}
      />
    </div>
  )
}
