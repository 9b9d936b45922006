import { type FieldName, fields, neverRejected } from '../../machines/rules.ts'
import { useFormat } from '../shared/format.ts'

/** The value that a rule read, in the unit of its field; a dash for a missing value. */
export const FieldValue = ({ name, value }: { name: string; value: string | number | null | undefined }) => {
  const { t, money, number } = useFormat()
  if (value === null || value === undefined) return '–'
  if (typeof value === 'string') return value
  if (name === 'daysSinceRejection' && value >= neverRejected) return t('risk:neverRejected')
  const unit = Object.hasOwn(fields, name) ? fields[name as FieldName].unit : null
  if (unit === 'rupiah') return money(value)
  return unit === null ? number(value) : t(`risk:unit.${unit}`, { count: value, shown: number(value) })
}
