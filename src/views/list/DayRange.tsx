import { Button, ControlGroup, InputGroup, PopupKind } from '@blueprintjs/core'
import { CalendarIcon } from '@blueprintjs/icons'
import { type FocusEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type End, rangeTyped, typedAs } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import { Popover } from '../shared/Popover.tsx'
import { DayPicker } from './DayPicker.tsx'
import { daysOf } from './filter.ts'
import { useTyped } from './useTyped.ts'

type DayRangeProps = { label: string; ahead?: boolean; value: string; onChoose: (value: string) => void }
type Typed = Record<End, string> & { flaw?: string | undefined; wrong?: readonly End[] | undefined }

/**
 * A range of Jakarta days, both inclusive, as '2026-01-31..2026-02-28'. It applies once both or neither are entered.
 */
export const DayRange = ({ label, ahead = false, value, onChoose }: DayRangeProps) => {
  const { t } = useTranslation()
  const { language } = useFormat()
  const startId = useId()
  const group = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [first, last] = daysOf(value) ?? []
  const [typed, setTyped] = useTyped<Typed>(value, { from: typedAs(first, language), to: typedAs(last, language) })

  const enter = (entered: Typed, isDone: boolean) => {
    const { range, flaw, wrong } = rangeTyped(entered.from, entered.to)
    if (range === value) return setTyped(undefined)
    const isShown = isDone || flaw !== 'list:dayMissing'
    setTyped({ ...entered, flaw: isShown ? flaw : undefined, wrong })
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
    onValueChange: (entered: string) => setTyped({ ...typed, [end]: entered, flaw: undefined }),
    onBlur: leave,
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Enter') enter(typed, true)
      if (key === 'ArrowDown') setOpen(true)
    },
  })

  const pick = (picked: Record<End, string>, isWhole: boolean) => {
    enter(picked, false)
    if (isWhole) setOpen(false)
  }

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
          content={<DayPicker typed={typed} ahead={ahead} onPick={pick} />}
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
