import { Checkbox, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from './DayInput.tsx'
import type { Field } from './field.ts'
import type { Typed } from './fields.ts'
import { LongText } from './LongText.tsx'
import { useOptions, useOptionWords } from './options.ts'
import { RupiahInput } from './RupiahInput.tsx'

type AskFieldProps = {
  label: string
  field: Field
  typed: Typed
  error: string | undefined
  disabled: boolean
  onTyped: (typed: Typed) => void
}

/** One form field, with its label above and its error below. */
export const AskField = ({ label, field, error, ...rest }: AskFieldProps) => {
  const { t } = useTranslation()
  const id = useId()
  const errorId = `${id}error`
  const described = { 'aria-invalid': Boolean(error), 'aria-describedby': error ? errorId : undefined }
  return (
    <FormGroup
      label={label}
      labelFor={field.kind === 'checks' ? undefined : id}
      labelInfo={'optional' in field && field.optional ? `(${t('common:optional')})` : undefined}
      intent={error ? 'danger' : 'none'}
      helperText={error && <span id={errorId}>{error}</span>}
    >
      <Input {...rest} id={id} label={label} field={field} described={described} />
    </FormGroup>
  )
}

type InputProps = Omit<AskFieldProps, 'error'> & {
  id: string
  described: { 'aria-invalid': boolean; 'aria-describedby': string | undefined }
}

const Input = ({ id, label, field, typed, disabled, described, onTyped }: InputProps) => {
  const text = typeof typed === 'string' ? typed : ''
  switch (field.kind) {
    case 'choice':
      return <Choice {...{ id, field, disabled, described, onTyped }} value={text} />
    case 'rupiah':
      return <RupiahInput {...{ id, disabled }} {...described} value={text} onValue={onTyped} />
    case 'checks':
      return <Checks {...{ label, disabled, described, onTyped }} options={field.options} ticked={typed} />
    case 'line':
    case 'number':
      return (
        <InputGroup
          {...{ id, disabled }}
          {...described}
          fill
          autoComplete="off"
          inputMode={field.kind === 'number' ? 'numeric' : 'text'}
          maxLength={field.kind === 'line' ? field.most : undefined}
          value={text}
          onValueChange={onTyped}
        />
      )
    case 'day':
      return (
        <DayInput
          {...{ id, disabled }}
          {...described}
          fill
          first={field.first?.day}
          last={field.last?.day}
          value={text}
          onDay={onTyped}
        />
      )
    case 'text':
      return <LongText {...{ id, disabled }} {...described} most={field.most} value={text} onText={onTyped} />
    default:
      return field satisfies never
  }
}

type Shared = Pick<InputProps, 'disabled' | 'described' | 'onTyped'>

const Choice = ({
  id,
  field,
  value,
  disabled,
  described,
  onTyped,
}: Shared & { id: string; field: Field & { kind: 'choice' }; value: string }) => {
  const inWords = useOptionWords()
  const { t } = useTranslation()
  const options = useOptions(field.options)
  const prompt = { value: '', label: t(options ? 'detail:choose' : 'common:loading') }
  return (
    <HTMLSelect
      id={id}
      {...described}
      fill
      disabled={disabled}
      value={value}
      // Enter would open the options again instead of sending what was chosen by a letter.
      data-enter-submits={value === '' ? undefined : true}
      options={[prompt, ...(options ?? []).map((option) => ({ value: option.value, label: inWords(option) }))]}
      onChange={({ target }) => onTyped(target.value)}
    />
  )
}

const Checks = ({
  label,
  options,
  ticked,
  disabled,
  described,
  onTyped,
}: Shared & { label: string; options: (Field & { kind: 'checks' })['options']; ticked: Typed }) => {
  const inWords = useOptionWords()
  const all = useOptions(options) ?? []
  return (
    <fieldset aria-label={label} aria-describedby={described['aria-describedby']} className="ask-checks">
      {all.map((option) => (
        <Checkbox
          key={option.value}
          value={option.value}
          disabled={disabled}
          label={inWords(option)}
          checked={ticked.includes(option.value)}
          onChange={({ currentTarget: { checked } }) =>
            onTyped(
              all.map(({ value }) => value).filter((one) => (one === option.value ? checked : ticked.includes(one))),
            )
          }
        />
      ))}
    </fieldset>
  )
}
