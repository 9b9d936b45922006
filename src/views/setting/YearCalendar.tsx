import { useId } from 'react'
import { addDays, dayStart, weekday } from '../../machines/calendar.ts'
import type { Holiday } from '../../machines/decree.ts'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'

const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** The weeks of a month 'YYYY-MM' from Monday to Sunday; a day of another month is undefined. */
const weeksOf = (month: string): (string | undefined)[][] => {
  const first = `${month}-01`
  const monday = addDays(first, 1 - weekday(dayStart(first)))
  return [0, 1, 2, 3, 4, 5]
    .map((week) => weekdays.map((nth) => addDays(monday, week * 7 + nth - 1)))
    .map((days) => days.map((day) => (day.startsWith(month) ? day : undefined)))
    .filter((days) => days.some((day) => day !== undefined))
}

/** A year's months with its holidays marked, and the holidays by name below. */
export const YearCalendar = ({ year, days }: { year: string; days: readonly Holiday[] }) => {
  const format = useFormat()
  const { t } = format
  const id = useId()
  const holidays = new Map(days.map((holiday) => [holiday.day, holiday]))
  return (
    <section className="year-calendar" aria-labelledby={id}>
      <h3 id={id}>{t('setting:screen.holiday.year', { year })}</h3>
      <div>
        {months.map((month) => (
          <Month key={month} month={`${year}-${month}`} holidays={holidays} />
        ))}
      </div>
      <ul aria-labelledby={id}>
        {days.map(({ day, name, kind }) => (
          <li key={day}>
            <span>{dayIn(day, format)}</span>
            <span>{name}</span>
            <span>{t(`setting:screen.holiday.${kind}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Month = ({ month, holidays }: { month: string; holidays: ReadonlyMap<string, Holiday> }) => {
  const { t, month: named } = useFormat()
  return (
    <table>
      <caption>{named(dayStart(`${month}-01`))}</caption>
      <thead>
        <tr>
          {weekdays.map((nth) => (
            <th key={nth} scope="col">
              {t(`reviewers:weekday.${nth}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((days) => (
          <tr key={days.find(Boolean)}>
            {days.map((day, index) => {
              const holiday = day ? holidays.get(day) : undefined
              return (
                <td key={weekdays[index]} data-holiday={holiday?.kind} title={holiday?.name}>
                  {day && Number(day.slice(8))}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
