import { addDays, dayStart } from '../../machines/calendar.ts'
import type { Filter } from '../../machines/list.ts'
import type { Client } from '../../services/http.ts'
import type { Option } from '../detail/subject.ts'

type Named = { name: string; label: string }

/** What a list can be searched by; `name` is its word in the URL and, but for days, in the call. */
export type FilterField =
  /** A `secret` is personal data: it is kept in memory and never put into the URL. `least` is how many characters it takes. */
  | (Named & { kind: 'text'; secret?: true; inputMode?: 'numeric' | 'tel'; least?: number })
  | (Named & { kind: 'choice'; options: readonly Option[] | ((client: Client) => Promise<Option[]>) })
  /** Whole days in Jakarta; the call gets the instants `[from, to)`. */
  | (Named & { kind: 'days'; from: string; to: string })
  | (Named & { kind: 'flag' })

/** What is filled in, by the fields' names: text, a choice, '1' for a flag, '2026-01-31..2026-02-28' for days. */
export type Chosen = Readonly<Record<string, string>>

export const pageSizes = [50, 100, 200] as const

/** The page size that a URL asks for; the smallest for anything that is not offered. */
export const pageSizeOf = (text: string | null): number =>
  pageSizes.find((size) => String(size) === text) ?? pageSizes[0]

export type Days = readonly [from: string, to: string]

const isDay = (text: string | undefined): text is string => {
  try {
    return text !== undefined && Number.isFinite(dayStart(text))
  } catch {
    return false
  }
}

/** Two days from a URL; undefined for text that is no range of days. */
export const daysOf = (text: string | undefined): Days | undefined => {
  const [from, to, more] = text?.split('..') ?? []
  return isDay(from) && isDay(to) && more === undefined && from <= to ? [from, to] : undefined
}

const askedBy = (field: FilterField, value: string): Filter => {
  switch (field.kind) {
    case 'text':
    case 'choice':
      return { [field.name]: value }
    case 'flag':
      return { [field.name]: true }
    case 'days': {
      const days = daysOf(value)
      return days ? { [field.from]: dayStart(days[0]), [field.to]: dayStart(addDays(days[1], 1)) } : {}
    }
    default:
      return field satisfies never
  }
}

/** What the call is asked, for what is filled in. */
export const filterOf = (fields: readonly FilterField[], chosen: Chosen): Filter =>
  Object.assign({}, ...fields.map((field) => (chosen[field.name] ? askedBy(field, chosen[field.name]!) : {}))) as Filter

export const isSecret = (field: FilterField) => field.kind === 'text' && field.secret === true
