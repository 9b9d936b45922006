import { placesIn } from '../../machines/chart.ts'
import { kindOf, machineOf } from '../../machines/lifecycles.ts'
import type { Happened } from '../../services/audit.ts'
import type { Format } from '../shared/format.ts'
import { whoDid } from '../shared/who.ts'

type Words = Format['t']

/** The name of an event or entry; an event's from its chart. */
export const whatIn = ({ kind, type }: Pick<Happened, 'kind' | 'type'>, t: Words): string =>
  t(kind ? `${kind}:event.${type}` : `audit:type.${type}`)

export const whoIn = (one: Pick<Happened, 'by' | 'byName'>, t: Words): string =>
  one.by === 'anyone' ? t('audit:anyone') : whoDid(t, one)

/** The record's kind, and its number where people know one. */
export const recordIn = ({ record, orderNo }: Pick<Happened, 'record' | 'orderNo'>, t: Words): string => {
  if (!record.includes('/')) return ''
  const id = record.slice(record.indexOf('/') + 1)
  const known = orderNo ?? (id.length > 20 ? '' : id)
  return `${t(`${kindOf(record)}:title`)} ${known}`.trim()
}

type Details = Happened['said']
const words: Record<string, (value: string, t: Words, details: Details) => string> = {
  kind: (value, t) => t(`approval:mend.${value}`, { defaultValue: value }),
  by: (value, t) => t(`audit:foundBy.${value}`, { defaultValue: value }),
  language: (value, t) => t(`common:language.${value}`, { defaultValue: value }),
  title: (value, t) => t(value),
  field: (value, t, { contact }) => t(`reveal:field.${value}`, { defaultValue: value, nth: Number(contact ?? 0) + 1 }),
  purpose: (value, t) => t(`reveal:purposes.${value}`, { defaultValue: value }),
  reason: (value, t) => t(`audit:failure.${value}`, { defaultValue: value }),
}

/** An audit entry's content, on one line. */
export const detailsIn = ({ said: details }: Pick<Happened, 'said'>, t: Words): string =>
  Object.entries(details)
    .flatMap(([name, value]) => (typeof value === 'string' ? [words[name]?.(value, t, details) ?? value] : []))
    .join(' · ')

/** A state's name; of a parallel chart all regions' names. */
export const statesIn = (kind: string, state: string, t: Words): string =>
  placesIn(machineOf(`${kind}/`), state)
    .map((place) => t(`${kind}:state.${place}`))
    .join(', ')
