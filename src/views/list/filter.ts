import * as z from 'zod/mini'
import { addDays, dayStart } from '../../machines/calendar.ts'
import type { Filter } from '../../machines/list.ts'
import { text } from '../../services/endpoint.ts'
import type { Client } from '../../services/http.ts'
import type { Option } from '../detail/form/field.ts'
import { isDay } from '../shared/day.ts'
import type { SecretName } from '../shared/secrets.ts'

type Named = { name: string; label: string }

/** A filter of a list; `name` is its URL parameter and, except for days, its name in the call. */
export type FilterField =
  /** `least` and `most` are lengths in characters. */
  | (Named & { kind: 'text'; most: number; least?: number; secret?: false })
  /** Personal data: the URL holds an opaque id of it. */
  | (Named & {
      kind: 'text'
      name: SecretName
      most: number
      least?: number
      secret: true
      inputMode: 'numeric' | 'tel' | 'text'
      /** Whether a text can be found; any can without it. */
      isWhole?: (text: string) => boolean
      /** Locale keys for what the field needs: while it is empty, and when nothing matches. */
      needs?: { brief: string; sentence: string }
    })
  /**
   * Fetched options are unknown at first; `most` bounds the length of a value until then. `none` is a locale key for what
   * shows without a choice, where that is not everything.
   */
  | (Named & { kind: 'choice'; none?: string; options: readonly Option[] })
  | (Named & { kind: 'choice'; none?: string; options: (client: Client) => Promise<Option[]>; most: number })
  /** Whole days in Jakarta; the call gets the instants `[from, to)`. `ahead`: days to come as well. */
  | (Named & { kind: 'days'; from: string; to: string; ahead?: boolean })
  | (Named & { kind: 'flag' })

/** A filter by days; the call's parameters are `nameFrom` and `nameTo`. */
export const byDays = (name: string, label: string, { ahead = false } = {}): FilterField => ({
  kind: 'days',
  name,
  label,
  from: `${name}From`,
  to: `${name}To`,
  ahead,
})

/** The filter values by field name: text, a choice, '1' for a flag, '2026-01-31..2026-02-28' for days. */
export type Chosen = Readonly<Record<string, string>>

export const pageSizes = [50, 100, 200] as const

export type Days = readonly [from: string, to: string]

/** Parses a range of days from a URL; undefined for text that is none. */
export const daysOf = (text: string | undefined): Days | undefined => {
  const [from, to, more] = text?.split('..') ?? []
  return isDay(from) && isDay(to) && more === undefined && from <= to ? [from, to] : undefined
}

const textFlaw = (value: string, most: number, least = 0): string | undefined => {
  const { error } = text(most).check(z.minLength(least, 'tooShort')).safeParse(value)
  return error?.issues[0]!.message
}

/** Why a field cannot have this value, as a reason of field errors; undefined when it can. */
export const flawOf = (field: FilterField, value: string): string | undefined => {
  switch (field.kind) {
    case 'text':
      return textFlaw(value, field.most, field.least)
    case 'choice':
      if ('most' in field) return textFlaw(value, field.most)
      return field.options.some((option) => option.value === value) ? undefined : 'choice'
    case 'days':
      return daysOf(value) ? undefined : 'days'
    case 'flag':
      return value === '1' ? undefined : 'choice'
    default:
      return field satisfies never
  }
}

const askedBy = (field: FilterField, value: string): Filter => {
  switch (field.kind) {
    case 'text':
    case 'choice':
      return { [field.name]: value.trim() }
    case 'flag':
      return { [field.name]: true }
    case 'days': {
      const [from, to] = daysOf(value)!
      return { [field.from]: dayStart(from), [field.to]: dayStart(addDays(to, 1)) }
    }
    default:
      return field satisfies never
  }
}

/** The call's filter for values without flaws. */
export const filterOf = (fields: readonly FilterField[], chosen: Chosen): Filter =>
  Object.assign({}, ...fields.map((field) => (chosen[field.name] ? askedBy(field, chosen[field.name]!) : {}))) as Filter

export const isSecret = (field: FilterField) => field.kind === 'text' && field.secret === true

/** Whether a text that is still being typed can be looked for. A part of a phone finds nothing. */
export const isWholeText = (field: FilterField, text: string) =>
  text === '' || !isSecret(field) || !('isWhole' in field) || field.isWhole?.(text) !== false
