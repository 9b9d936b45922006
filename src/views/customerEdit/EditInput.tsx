import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { banks } from '../../machines/banks.ts'
import type { EditField } from '../../machines/customerEdit.fields.ts'
import { provinces } from '../../machines/identity.ts'
import { DayInput } from '../detail/form/DayInput.tsx'
import { RupiahInput } from '../detail/form/RupiahInput.tsx'
import { fieldLabels } from './editFields.ts'

type EditInputProps = {
  field: EditField
  /** The present value, masked as far as the user may see it. */
  present: string
  value: string
  error: string | undefined
  disabled: boolean
  onValue: (value: string) => void
}

const days = new Set<EditField>(['birthday', 'employedSince'])
const digits = new Set<EditField>(['nik', 'account', 'card'])

/** An empty input beside the present value, so that nobody edits a mask. */
export const EditInput = ({ field, present, error, ...rest }: EditInputProps) => {
  const { t } = useTranslation()
  const id = useId()
  const helpId = `${id}help`
  return (
    <FormGroup
      label={t(fieldLabels[field])}
      labelFor={id}
      labelInfo={`(${t('order:edit.now', { value: present })})`}
      intent={error ? 'danger' : 'none'}
      helperText={error && <span id={helpId}>{error}</span>}
    >
      <Input
        {...rest}
        id={id}
        field={field}
        described={{ 'aria-invalid': Boolean(error), 'aria-describedby': error ? helpId : undefined }}
      />
    </FormGroup>
  )
}

type InputProps = Omit<EditInputProps, 'present' | 'error'> & {
  id: string
  described: { 'aria-invalid': boolean; 'aria-describedby': string | undefined }
}

const Input = ({ id, field, value, disabled, described, onValue }: InputProps) => {
  const { t } = useTranslation()
  const keep = { value: '', label: t('order:edit.keep') }
  const options =
    field === 'gender'
      ? ['male', 'female'].map((one) => ({ value: one, label: t(`approval:screen.genders.${one}`) }))
      : field === 'province'
        ? Object.entries(provinces).map(([code, name]) => ({ value: code, label: name }))
        : field === 'bank'
          ? banks.map((name) => ({ value: name, label: name }))
          : undefined
  if (options) {
    return (
      <HTMLSelect
        id={id}
        {...described}
        fill
        disabled={disabled}
        value={value}
        options={[keep, ...options]}
        onChange={({ target }) => onValue(target.value)}
      />
    )
  }
  if (field === 'monthlyIncome')
    return <RupiahInput id={id} {...described} disabled={disabled} value={value} onValue={onValue} />
  if (days.has(field)) return <DayInput id={id} {...described} fill disabled={disabled} value={value} onDay={onValue} />
  return (
    <InputGroup
      id={id}
      {...described}
      fill
      autoComplete="off"
      inputMode={digits.has(field) ? 'numeric' : field === 'phone' ? 'tel' : 'text'}
      disabled={disabled}
      value={value}
      onValueChange={onValue}
    />
  )
}
