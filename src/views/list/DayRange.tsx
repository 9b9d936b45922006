import { Button, ControlGroup, InputGroup, PopupKind } from '@blueprintjs/core'
import { DateRangePicker } from '@blueprintjs/datetime'
import { CalendarIcon } from '@blueprintjs/icons'
import enGB from 'date-fns/locale/en-GB/index.js'
import id from 'date-fns/locale/id/index.js'
import zhCN from 'date-fns/locale/zh-CN/index.js'
import { type FocusEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, businessDay } from '../../machines/calendar.ts'
import { useFormat, useNow } from '../shared/format.ts'
import { Popover } from '../shared/Popover.tsx'
import { dayTyped, type End, rangeTyped, typedAs } from './day.ts'
import { daysOf } from './filter.ts'
import { useTyped } from './useTyped.ts'
import '@blueprintjs/datetime/lib/css/blueprint-datetime.css'

const locales = { id, en: enGB, zh: zhCN }

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

type DayRangeProps = { label: string; value: string; onChoose: (value: string) => void }
type Typed = Record<End, string> & { flaw?: string | undefined; wrong?: readonly End[] | undefined }

/** From a day to a day, both included, as '2026-01-31..2026-02-28'; days are Jakarta's. Counts once both are there, or neither. */
export const DayRange = ({ label, value, onChoose }: DayRangeProps) => {
  const { t } = useTranslation()
  const { language } = useFormat()
  const startId = useId()
  const group = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const today = businessDay(useNow())
  const [first, last] = daysOf(value) ?? []
  const [typed, setTyped] = useTyped<Typed>(value, { from: typedAs(first, language), to: typedAs(last, language) })

  const enter = (said: Typed, isDone: boolean) => {
    const { range, flaw, wrong } = rangeTyped(said.from, said.to)
    if (range === value) return setTyped(undefined)
    const isSaid = isDone || flaw !== 'list:dayMissing'
    setTyped({ ...said, flaw: isSaid ? flaw : undefined, wrong })
    if (range !== undefined) onChoose(range)
  }
  const leave = ({ relatedTarget }: FocusEvent) => enter(typed, !isOpen && !group.current?.contains(relatedTarget))

  const isWrong = (end: End) => typed.flaw !== undefined && typed.wrong?.includes(end) === true
  const input = (end: End) => ({
    size: 'small' as const,
    autoComplete: 'off',
    intent: isWrong(end) ? ('danger' as const) : ('none' as const),
    'aria-invalid': isWrong(end),
    value: typed[end],
    onValueChange: (said: string) => setTyped({ ...typed, [end]: said, flaw: undefined }),
    onBlur: leave,
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Enter') enter(typed, true)
      if (key === 'ArrowDown') setOpen(true)
    },
  })

  const dateTyped = (said: string) => {
    const day = dayTyped(said)
    return day === undefined ? null : dateOf(day)
  }
  const picker = (
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
        const [one, other] = [from, to].map((date) => typedAs(date ? dayOf(date) : undefined, language))
        enter({ from: one!, to: other! }, false)
        if (from && to) setOpen(false)
      }}
    />
  )

  return (
    <div className="list-filter list-days">
      <label htmlFor={startId}>{label}</label>
      <ControlGroup ref={group}>
        <InputGroup {...input('from')} id={startId} placeholder={t('list:from')} />
        <InputGroup {...input('to')} aria-label={`${label}: ${t('list:until')}`} placeholder={t('list:until')} />
        <Popover
          isOpen={isOpen}
          onInteraction={setOpen}
          popupKind={PopupKind.DIALOG}
          content={picker}
          onOpened={(popover) => popover.querySelector<HTMLElement>('[role=menuitem]')?.focus()}
        >
          <Button size="small" icon={<CalendarIcon />} aria-label={`${label}: ${t('list:calendar')}`} onBlur={leave} />
        </Popover>
      </ControlGroup>
      {typed.flaw && (
        <span role="alert" className="list-flaw">
          {t(typed.flaw)}
        </span>
      )}
    </div>
  )
}
