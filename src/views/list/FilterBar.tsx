import { Button, Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { type ReactNode, type RefObject, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOptions, useOptionWords } from '../detail/options.ts'
import { DayRange } from './DayRange.tsx'
import { type Chosen, daysOf, type FilterField, flawOf } from './filter.ts'

type FilterBarProps = {
  fields: readonly FilterField[]
  chosen: Chosen
  onChoose: (field: FilterField, value: string) => void
  onClear: () => void
  bar: RefObject<HTMLElement | null>
}

/** What the list can be narrowed by. Text counts once it is entered or left; everything else at once. */
export const FilterBar = ({ fields, chosen, onChoose, onClear, bar }: FilterBarProps) => {
  const { t } = useTranslation()
  return (
    <search ref={bar} className="list-filters">
      {fields.map((field) => (
        <FilterInput
          key={field.name}
          field={field}
          value={chosen[field.name] ?? ''}
          onChoose={(value) => onChoose(field, value)}
        />
      ))}
      {Object.keys(chosen).length > 0 && <Button variant="minimal" text={t('list:clear')} onClick={onClear} />}
    </search>
  )
}

type InputProps = { field: FilterField; value: string; onChoose: (value: string) => void }

const FilterInput = ({ field, value, onChoose }: InputProps) => {
  const { t } = useTranslation()
  switch (field.kind) {
    case 'text':
      // What was typed starts over when the filter is cleared, or changed by going back.
      return <TextFilter key={value} {...{ field, value, onChoose }} />
    case 'choice':
      return <ChoiceFilter {...{ field, value, onChoose }} />
    case 'days':
      return (
        <DayRange
          label={t(field.label)}
          days={daysOf(value)}
          onDays={(days) => onChoose(days ? days.join('..') : '')}
        />
      )
    case 'flag':
      return (
        <Checkbox
          inline
          label={t(field.label)}
          checked={value === '1'}
          onChange={({ currentTarget: { checked } }) => onChoose(checked ? '1' : '')}
        />
      )
    default:
      return field satisfies never
  }
}

const Labelled = ({ label, children }: { label: string; children: (id: string) => ReactNode }) => {
  const id = useId()
  return (
    <div className="list-filter">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

const TextFilter = ({ field, value, onChoose }: InputProps & { field: FilterField & { kind: 'text' } }) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const [flaw, setFlaw] = useState<string>()
  const least = field.least ? t('list:least', { least: field.least }) : undefined
  const enter = () => {
    const said = typed.trim()
    const wrong = said === '' ? undefined : flawOf(field, said)
    setFlaw(wrong)
    if (!wrong && said !== value) onChoose(said)
  }
  return (
    <Labelled label={t(field.label)}>
      {(id) => (
        <>
          <InputGroup
            id={id}
            size="small"
            inputMode={field.inputMode}
            autoComplete="off"
            maxLength={field.most}
            placeholder={least}
            intent={flaw ? 'danger' : 'none'}
            aria-invalid={flaw !== undefined}
            value={typed}
            onValueChange={setTyped}
            onBlur={enter}
            onKeyDown={({ key }) => key === 'Enter' && enter()}
          />
          {flaw && (
            <span role="alert" className="list-flaw">
              {flaw === 'tooShort' ? least : t(`errors:field.${flaw}`)}
            </span>
          )}
        </>
      )}
    </Labelled>
  )
}

const ChoiceFilter = ({ field, value, onChoose }: InputProps & { field: FilterField & { kind: 'choice' } }) => {
  const { t } = useTranslation()
  const inWords = useOptionWords()
  const options = useOptions(field.options) ?? []
  // What the address asks for is shown although it is not to be chosen, or is not fetched yet.
  const asked = value && !options.some((option) => option.value === value) ? [{ value, label: value }] : []
  return (
    <Labelled label={t(field.label)}>
      {(id) => (
        <HTMLSelect
          id={id}
          value={value}
          options={[
            { value: '', label: t('common:all') },
            ...options.map((option) => ({ value: option.value, label: inWords(option) })),
            ...asked,
          ]}
          onChange={({ target }) => onChoose(target.value)}
        />
      )}
    </Labelled>
  )
}
