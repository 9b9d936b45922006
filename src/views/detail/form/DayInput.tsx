import { Button, InputGroup, PopupKind } from '@blueprintjs/core'
import { CalendarIcon } from '@blueprintjs/icons'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayTyped, isDay, typedAs } from '../../shared/day.ts'
import { useFormat } from '../../shared/format.ts'
import { Popover } from '../../shared/Popover.tsx'

// Loads lazily: the calendar is larger than most screens, and most days are typed.
const Calendar = lazy(() => import('./Calendar.tsx').then(({ Calendar: component }) => ({ default: component })))

type DayInputProps = Omit<ComponentProps<typeof InputGroup>, 'value' | 'onChange' | 'onValueChange'> & {
  /** A day 'YYYY-MM-DD', or the invalid text as typed. */
  value: string
  /** The calendar's first and last day. */
  first?: string | undefined
  last?: string | undefined
  onDay: (day: string) => void
}

/**
 * A day in the chosen language's format, typed or picked. The native date input would follow the browser's language.
 */
export const DayInput = ({ value, first, last, onDay, ...input }: DayInputProps) => {
  const { t } = useTranslation()
  const { language } = useFormat()
  const [typed, setTyped] = useState<{ of: string; text: string }>()
  const [isOpen, setOpen] = useState(false)
  const written = isDay(value) ? typedAs(value, language) : value
  const type = (text: string) => {
    const day = dayTyped(text, first) ?? text.trim()
    setTyped({ of: day, text })
    onDay(day)
  }
  const pick = (day: string) => {
    setOpen(false)
    onDay(day)
  }
  return (
    <InputGroup
      {...input}
      autoComplete="off"
      placeholder={t('common:dayPattern')}
      value={typed?.of === value ? typed.text : written}
      onValueChange={type}
      onBlur={() => setTyped(undefined)}
      rightElement={
        <Popover
          isOpen={isOpen}
          onInteraction={setOpen}
          popupKind={PopupKind.DIALOG}
          content={
            <Suspense>
              <Calendar {...{ value, first, last }} onPick={pick} />
            </Suspense>
          }
        >
          <Button
            variant="minimal"
            size={input.size ?? 'medium'}
            icon={<CalendarIcon />}
            disabled={input.disabled ?? false}
            aria-label={t('list:calendar')}
          />
        </Popover>
      }
    />
  )
}
