import { Button } from '@blueprintjs/core'
import { CrossIcon } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useOptions, useOptionWords } from '../detail/form/options.ts'
import { dayIn } from '../shared/day.ts'
import { type Format, useFormat } from '../shared/format.ts'
import { daysOf, type FilterField } from './filter.ts'

type ChipProps = { field: FilterField; value: string; onRemove: () => void }

/** The value of a filter that is not in sight; a click removes it. */
export const Chip = ({ field, value, onRemove }: ChipProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const inWords = useOptionWords()
  const options = useOptions(field.kind === 'choice' ? field.options : []) ?? []
  const option = options.find((one) => one.value === value)
  const label = t(field.label)
  const words = option ? inWords(option) : wordsOf(field, value, format)
  return (
    <Button
      size="small"
      intent="primary"
      variant="outlined"
      endIcon={<CrossIcon />}
      title={t('list:remove', { name: label })}
      text={words === null ? label : `${label}: ${words}`}
      onClick={onRemove}
    />
  )
}

/** Null where the label says all of it. */
const wordsOf = (field: FilterField, value: string, format: Format) => {
  if (field.kind === 'flag') return null
  const days = field.kind === 'days' ? daysOf(value) : undefined
  return days ? [...new Set(days)].map((day) => dayIn(day, format)).join(' – ') : value
}
