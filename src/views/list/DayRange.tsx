import { DateRangeInput } from '@blueprintjs/datetime'
import enGB from 'date-fns/locale/en-GB/index.js'
import id from 'date-fns/locale/id/index.js'
import zhCN from 'date-fns/locale/zh-CN/index.js'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, businessDay } from '../../machines/calendar.ts'
import { useFormat, useNow } from '../shared/format.ts'
import type { Days } from './filter.ts'
import '@blueprintjs/datetime/lib/css/blueprint-datetime.css'

const locales = { id, en: enGB, zh: zhCN }
const formats = { id: 'dd/MM/yyyy', en: 'dd/MM/yyyy', zh: 'yyyy-MM-dd' }

// The picker works with midnights of the browser's own zone; here they only stand for days.
const dateOf = (day: string) => new Date(`${day}T00:00:00`)
const pad = (n: number) => String(n).padStart(2, '0')
const dayOf = (date: Date) => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

const shortcuts = [
  { words: 'list:today', days: 1 },
  { words: 'list:lastWeek', days: 7 },
  { words: 'list:lastMonth', days: 30 },
  { words: 'list:lastThreeMonths', days: 90 },
]

type DayRangeProps = { label: string; days: Days | undefined; onDays: (days: Days | undefined) => void }

/** From a day to a day, both included; days are Jakarta's. */
export const DayRange = ({ label, days, onDays }: DayRangeProps) => {
  const { t } = useTranslation()
  const { language } = useFormat()
  const startId = useId()
  const today = businessDay(useNow())
  return (
    <div className="list-filter list-days">
      <label htmlFor={startId}>{label}</label>
      <DateRangeInput
        // The locale is read once.
        key={language}
        locale={locales[language]}
        dateFnsFormat={formats[language]}
        value={days ? [dateOf(days[0]), dateOf(days[1])] : [null, null]}
        minDate={dateOf(addDays(today, -3650))}
        maxDate={dateOf(today)}
        allowSingleDayRange
        singleMonthOnly
        startInputProps={{ id: startId, size: 'small', placeholder: t('list:from') }}
        endInputProps={{ size: 'small', placeholder: t('list:until'), 'aria-label': `${label}: ${t('list:until')}` }}
        invalidDateMessage={t('list:noSuchDay')}
        outOfRangeMessage={t('list:dayOutOfRange')}
        overlappingDatesMessage={t('list:daysReversed')}
        shortcuts={shortcuts.map(({ words, days: count }) => ({
          label: t(words),
          dateRange: [dateOf(addDays(today, 1 - count)), dateOf(today)],
        }))}
        onChange={([from, until]) => {
          if (from && until) onDays([dayOf(from), dayOf(until)])
          else if (!from && !until) onDays(undefined)
        }}
      />
    </div>
  )
}
