import { Checkbox, FormGroup } from '@blueprintjs/core'
import { useId } from 'react'
import type { Option } from '../detail/form/field.ts'
import './reviewers.css'

type TicksProps = {
  label: string
  hint?: string
  error: string | undefined
  options: readonly Option[]
  ticked: readonly string[]
  disabled: boolean
  onTicked: (ticked: string[]) => void
}

/** Several options of a list. A ticked value that is no option any more stays until it is unticked. */
export const Ticks = ({ label, hint, error, options, ticked, disabled, onTicked }: TicksProps) => {
  const helpId = useId()
  const help = error ?? hint
  const gone = ticked.filter((value) => !options.some((option) => option.value === value)).map((value) => ({ value }))
  const all: readonly Option[] = [...options, ...gone]
  return (
    <FormGroup label={label} intent={error ? 'danger' : 'none'} helperText={help && <span id={helpId}>{help}</span>}>
      <fieldset aria-label={label} aria-describedby={help ? helpId : undefined} className="reviewers-ticks">
        {all.map(({ value, name }) => (
          <Checkbox
            key={value}
            label={name ?? value}
            disabled={disabled}
            checked={ticked.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              onTicked(
                all.map((option) => option.value).filter((one) => (one === value ? checked : ticked.includes(one))),
              )
            }
          />
        ))}
      </fieldset>
    </FormGroup>
  )
}
