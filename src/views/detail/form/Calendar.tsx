import { DatePicker } from '@blueprintjs/datetime'
import { useEffect, useRef } from 'react'
import { dateOf, dayOf, locales } from '../../shared/calendar.ts'
import { isDay } from '../../shared/day.ts'
import { useFormat } from '../../shared/format.ts'
import '@blueprintjs/datetime/lib/css/blueprint-datetime.css'

type CalendarProps = {
  value: string
  first: string | undefined
  last: string | undefined
  onPick: (day: string) => void
}

/** A month's calendar for picking one day. */
export const Calendar = ({ value, first, last, onPick }: CalendarProps) => {
  const { language } = useFormat()
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
        {...(first && { minDate: dateOf(first) })}
        {...(last && { maxDate: dateOf(last) })}
        onChange={(date, isUserChange) => date && isUserChange && onPick(dayOf(date))}
      />
    </div>
  )
}
