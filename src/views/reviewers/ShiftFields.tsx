import { Button, FormGroup } from '@blueprintjs/core'
import { CrossIcon, PlusIcon } from '@blueprintjs/icons'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shift } from '../../machines/shifts.ts'
import { mostOf } from '../../services/reviewers.ts'

type ShiftFieldsProps = {
  shifts: readonly Shift[]
  error: string | undefined
  disabled: boolean
  onShifts: (shifts: Shift[]) => void
}

const week = [1, 2, 3, 4, 5, 6, 7]
const usual: Shift = { days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }

/** The shifts of a group: a line of days and times for each. */
export const ShiftFields = ({ shifts, error, disabled, onShifts }: ShiftFieldsProps) => {
  const { t } = useTranslation()
  const helpId = useId()
  const change = (index: number, more: Partial<Shift>) =>
    onShifts(shifts.map((shift, at) => (at === index ? { ...shift, ...more } : shift)))
  return (
    <FormGroup
      label={t('reviewers:shifts')}
      intent={error ? 'danger' : 'none'}
      helperText={<span id={helpId}>{error ?? t('reviewers:shiftsHint')}</span>}
    >
      {shifts.map((shift, index) => (
        <fieldset
          // A shift has no id: only its index tells it from another.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className="reviewers-shift"
          aria-label={t('reviewers:shift', { n: index + 1 })}
          aria-describedby={helpId}
          disabled={disabled}
        >
          <span className="reviewers-days">
            {week.map((day) => (
              <label key={day}>
                <input
                  type="checkbox"
                  checked={shift.days.includes(day)}
                  onChange={({ target: { checked } }) =>
                    change(index, { days: week.filter((one) => (one === day ? checked : shift.days.includes(one))) })
                  }
                />
                {t(`reviewers:weekday.${day}`)}
              </label>
            ))}
          </span>
          <span className="reviewers-hours">
            <input
              type="time"
              aria-label={t('reviewers:from')}
              value={shift.from}
              onChange={({ target }) => change(index, { from: target.value })}
            />
            –
            <input
              type="time"
              aria-label={t('reviewers:to')}
              value={shift.to}
              onChange={({ target }) => change(index, { to: target.value })}
            />
            <Button
              variant="minimal"
              size="small"
              icon={<CrossIcon />}
              aria-label={t('reviewers:dropShift', { n: index + 1 })}
              onClick={() => onShifts(shifts.filter((_, at) => at !== index))}
            />
          </span>
        </fieldset>
      ))}
      <Button
        size="small"
        icon={<PlusIcon />}
        text={t('reviewers:addShift')}
        disabled={disabled || shifts.length >= mostOf.shifts}
        onClick={() => onShifts([...shifts, usual])}
      />
    </FormGroup>
  )
}
