import { Button, Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { ChevronDownIcon, ChevronUpIcon, SearchIcon } from '@blueprintjs/icons'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useOptions, useOptionWords } from '../detail/form/options.ts'
import { Chip } from './Chip.tsx'
import { DayRange } from './DayRange.tsx'
import { type Chosen, type FilterField, flawOf, isWholeText } from './filter.ts'
import type { ChooseOptions, Outcome } from './useAddress.ts'
import { useFit } from './useFit.ts'
import { useTyped } from './useTyped.ts'

type FilterBarProps = {
  fields: readonly FilterField[]
  chosen: Chosen
  /** Answers whether the value is in force. */
  onChoose: (field: FilterField, value: string, options?: ChooseOptions) => Promise<Outcome>
  /** Called when the options are loaded and do not contain the value. */
  onUnknown: (field: FilterField, value: string) => void
  onClear: () => void
  bar: RefObject<HTMLElement | null>
}

/**
 * The filters of a list. Text applies after a pause, on Enter, by its button or on blur; every other filter at once.
 * They take one line: a button opens those that do not fit, and a chip says what is chosen in one of these.
 */
export const FilterBar = ({ fields, chosen, onChoose, onUnknown, onClear, bar }: FilterBarProps) => {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const fit = useFit(bar, fields.length)
  const beyond = isOpen ? [] : fields.slice(fit)
  const chips = beyond.filter(({ name }) => chosen[name])
  return (
    <search ref={bar} className="list-filters">
      {fields.map((field) => (
        <div key={field.name} data-filter={field.name} hidden={beyond.includes(field)}>
          <FilterInput
            field={field}
            value={chosen[field.name] ?? ''}
            onChoose={(value, options) => onChoose(field, value, options)}
            onUnknown={(value) => onUnknown(field, value)}
          />
        </div>
      ))}
      {fit < fields.length && (
        <Button
          variant="minimal"
          size="small"
          icon={isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
          text={isOpen ? t('list:fewerFilters') : t('list:moreFilters', { count: fields.length - fit })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      )}
      {Object.keys(chosen).length > 0 && (
        <Button variant="minimal" size="small" text={t('list:clear')} onClick={onClear} />
      )}
      {chips.length > 0 && (
        <ul className="list-chips" aria-label={t('list:chosen')}>
          {chips.map((field) => (
            <li key={field.name}>
              <Chip field={field} value={chosen[field.name]!} onRemove={() => void onChoose(field, '')} />
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}

type InputProps = {
  field: FilterField
  value: string
  onChoose: (value: string, options?: ChooseOptions) => Promise<Outcome>
}
type Unknown = { onUnknown: (value: string) => void }

const FilterInput = ({ field, value, onChoose, onUnknown }: InputProps & Unknown) => {
  const { t } = useTranslation()
  switch (field.kind) {
    case 'text':
      return <TextFilter {...{ field, value, onChoose }} />
    case 'choice':
      return <ChoiceFilter {...{ field, value, onChoose, onUnknown }} />
    case 'days':
      return (
        <DayRange
          label={t(field.label)}
          ahead={field.ahead ?? false}
          value={value}
          onChoose={(days) => void onChoose(days)}
        />
      )
    case 'flag':
      return (
        <Checkbox
          inline
          label={t(field.label)}
          checked={value === '1'}
          onChange={({ currentTarget: { checked } }) => void onChoose(checked ? '1' : '')}
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

/** Milliseconds without a key after which text applies. */
const pause = 600

/** `asked` is the entered value that is not in force yet. */
type Typed = { text: string; flaw?: string | undefined; asked?: string }

const TextFilter = ({ field, value, onChoose }: InputProps & { field: FilterField & { kind: 'text' } }) => {
  const { t } = useTranslation()
  const [{ text, flaw, asked }, setTyped] = useTyped<Typed>(value, { text: value }, (typed) => typed.asked)
  const isShown = useIsShown()
  const least = field.least ? t('list:least', { least: field.least }) : undefined
  const needs = field.secret && field.needs ? t(field.needs.brief) : undefined
  const next = text.trim()
  const wrong = next === '' ? undefined : flawOf(field, next)
  const isUnsent = next !== value && next !== asked
  // Whether the present entry of the history is of this text while it was typed.
  const isTypedEntry = useRef(false)
  const apply = async (options?: ChooseOptions) => {
    setTyped({ text, flaw: wrong, asked: next })
    const outcome = await onChoose(next, options)
    // Text that did not take effect must not stand above rows that it does not filter.
    if (outcome === 'refused') setTyped(undefined)
    // It waits for the page to be shown again.
    if (outcome === 'left') setTyped({ text })
  }
  const enter = () => {
    if (wrong || !isUnsent) setTyped({ text, flaw: wrong, asked: next })
    else void apply({ replace: isTypedEntry.current })
    isTypedEntry.current = false
  }
  const rest = useEffectEvent(() => {
    if (wrong || !isUnsent || !isWholeText(field, next)) return
    void apply({ replace: isTypedEntry.current })
    isTypedEntry.current = true
  })
  useEffect(() => {
    const timer = setTimeout(rest, pause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <Labelled label={t(field.label)}>
      {(id) => (
        <>
          <InputGroup
            id={id}
            size="small"
            inputMode={field.secret ? field.inputMode : 'text'}
            autoComplete="off"
            maxLength={field.most}
            placeholder={least ?? needs}
            title={needs}
            intent={flaw ? 'danger' : 'none'}
            aria-invalid={flaw !== undefined}
            value={text}
            onValueChange={(typed) => setTyped({ text: typed, flaw, ...(asked !== undefined && { asked }) })}
            {...(isUnsent && {
              rightElement: (
                <Button
                  variant="minimal"
                  size="small"
                  icon={<SearchIcon />}
                  aria-label={t('list:find')}
                  tabIndex={-1}
                  onClick={enter}
                />
              ),
            })}
            // A page that is being hidden blurs the input with the text of an older render, which must not be entered: it
            // waits there for the page to be shown again.
            onBlur={() => isShown() && enter()}
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

/** Answers whether the page is visible; false as soon as it is hidden. */
const useIsShown = () => {
  const shown = useRef(false)
  useLayoutEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return () => shown.current
}

type ChoiceProps = InputProps & Unknown & { field: FilterField & { kind: 'choice' } }

const ChoiceFilter = ({ field, value, onChoose, onUnknown }: ChoiceProps) => {
  const { t } = useTranslation()
  const inWords = useOptionWords()
  const options = useOptions(field.options) ?? []
  const isUnknown = value !== '' && options.length > 0 && !options.some((option) => option.value === value)
  const tell = useEffectEvent(() => onUnknown(value))
  useEffect(() => {
    if (isUnknown) tell()
  }, [isUnknown, value])
  // Fetched options arrive later.
  const asked = value && !options.some((option) => option.value === value) ? [{ value, label: value }] : []
  return (
    <Labelled label={t(field.label)}>
      {(id) => (
        <HTMLSelect
          id={id}
          value={value}
          options={[
            { value: '', label: t(field.none ?? 'common:all') },
            ...options.map((option) => ({ value: option.value, label: inWords(option) })),
            ...asked,
          ]}
          onChange={({ target }) => void onChoose(target.value)}
        />
      )}
    </Labelled>
  )
}
