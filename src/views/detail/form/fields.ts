import * as z from 'zod/mini'
import type { FormValues } from '../../../machines/command.ts'
import { rupiahIn } from '../../../machines/money.ts'
import { type Endpoint, plainLines, rupiah } from '../../../services/endpoint.ts'
import { reasonOf } from '../../../services/reasons.ts'
import { isDay } from '../../shared/day.ts'
import type { Field, Option } from './field.ts'

/** A field's input: the text as typed, or the ticked choices. */
export type Typed = string | readonly string[]

type Def = z.core.$ZodTypes['_zod']['def']

/** The endpoint's schema of the field with this name. */
export const schemaIn = ({ body }: Endpoint, name: string): z.ZodMiniType => {
  const schema = (body as unknown as z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>).shape[name]
  if (!schema) throw new Error(`no schema for ${name}`)
  return schema
}

/** The form field for a schema; choices have their labels under `words`. */
export const fieldBy = (schema: z.ZodMiniType, words: string): Field => {
  const def = defOf(schema)
  switch (def.type) {
    case 'default':
    case 'optional':
      return { ...fieldBy(def.innerType as z.ZodMiniType, words), optional: true } as Field
    case 'enum':
      return { kind: 'choice', options: choicesOf(def, words) }
    case 'array':
      return { kind: 'checks', options: choicesOf(defOf(def.element), words) }
    case 'number':
      return { kind: schema === rupiah ? 'rupiah' : 'number' }
    case 'string': {
      if ('format' in def && def.format === 'date') return { kind: 'day' }
      const most = mostOf(def)
      return most && def.checks?.includes(plainLines) ? { kind: 'text', most } : { kind: 'line', most }
    }
    default:
      throw new Error(`no field for a schema of ${def.type}`)
  }
}

const defOf = (schema: z.core.$ZodType) => schema._zod.def as Def

const choicesOf = (def: Def, words: string): Option[] =>
  def.type === 'enum'
    ? Object.values(def.entries).map((value) => ({ value: String(value), words: `${words}.${value}` }))
    : []

const mostOf = ({ checks = [] }: z.core.$ZodTypeDef): number | undefined => {
  for (const { _zod } of checks)
    if (_zod.def.check === 'max_length') return (_zod.def as z.core.$ZodCheckMaxLengthDef).maximum
  return undefined
}

export const initialOf = (field: Field): Typed => {
  switch (field.kind) {
    case 'choice':
    case 'day':
    case 'text':
    case 'line':
      return field.initial ?? ''
    case 'rupiah':
    case 'number':
      return field.initial === undefined ? '' : String(field.initial)
    case 'checks':
      return field.initial ?? []
    default:
      return field satisfies never
  }
}

/** A field's error before anything is sent, as a locale key. */
export const problemOf = (field: Field, typed: Typed, schema: z.ZodMiniType): string | undefined => {
  const isEmpty = (typeof typed === 'string' ? typed.trim() : typed).length === 0
  if (isEmpty) return 'optional' in field && field.optional ? undefined : 'errors:field.required'
  const value = inputOf(field, typed)
  if (Number.isNaN(value)) return 'errors:field.whole'
  // A larger number is not exact, and the schema would refuse it as not an integer.
  if (typeof value === 'number' && value > Number.MAX_SAFE_INTEGER) return 'errors:field.range'
  if (field.kind === 'rupiah' && field.most && Number(value) > field.most.amount) return field.most.above
  if (field.kind === 'day') {
    const day = String(value)
    if (!isDay(day)) return 'list:noSuchDay'
    if (field.first && day < field.first.day) return field.first.beyond
    if (field.last && day > field.last.day) return field.last.beyond
  }
  const [issue] = z.safeParse(schema, value).error?.issues ?? []
  return issue && `errors:field.${reasonOf(issue, value)}`
}

const inputOf = (field: Field, typed: Typed): unknown => {
  if (typeof typed !== 'string') return typed
  const text = typed.trim()
  if (field.kind === 'rupiah') return rupiahIn(text) ?? Number.NaN
  const isNumber = field.kind === 'number' || (field.kind === 'choice' && field.numeric)
  if (!isNumber) return text
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

/** The form's content as the command's body has it. */
export const bodyOf = (fields: Readonly<Record<string, Field>>, typed: Readonly<Record<string, Typed>>): FormValues =>
  Object.fromEntries(Object.entries(fields).map(([ask, field]) => [ask, inputOf(field, typed[ask] ?? '')]))
