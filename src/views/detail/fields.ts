import type { Said } from '../../machines/command.ts'
import type { Field } from './subject.ts'

/** What a form holds of one field: text as typed, or what is ticked. */
export type Typed = string | readonly string[]

export const initialOf = (field: Field): Typed => {
  switch (field.kind) {
    case 'choice':
      return field.initial ?? ''
    case 'rupiah':
      return field.initial === undefined ? '' : String(field.initial)
    case 'day':
      return field.initial ?? ''
    case 'checks':
      return []
    case 'text':
    case 'line':
      return ''
    default:
      return field satisfies never
  }
}

/** What is wrong with one field before anybody is asked, as a locale key. */
export const problemOf = (field: Field, typed: Typed): string | undefined => {
  const isOptional = field.kind === 'text' && !field.required
  if (!isOptional && typed.length === 0) return 'errors:field.required'
  if (field.kind === 'day') return dayProblem(field, String(typed))
  if (field.kind === 'line')
    return field.numeric && !/^[1-9]\d*$/.test(String(typed).trim()) ? 'errors:field.positive' : undefined
  if (field.kind !== 'rupiah') return undefined
  if (Number(typed) === 0) return 'errors:field.positive'
  return Number(typed) > field.most ? field.above : undefined
}

const dayProblem = ({ first, last }: Field & { kind: 'day' }, day: string) => {
  if (first && day < first.day) return first.beyond
  return last && day > last.day ? last.beyond : undefined
}

const saidOf = (field: Field, typed: Typed): unknown => {
  const isNumber = field.kind === 'rupiah' || ((field.kind === 'choice' || field.kind === 'line') && field.numeric)
  if (isNumber) return Number(typed)
  return typeof typed === 'string' ? typed.trim() : typed
}

/** The form's content as the command's body has it. */
export const saidBy = (fields: Readonly<Record<string, Field>>, typed: Readonly<Record<string, Typed>>): Said =>
  Object.fromEntries(Object.entries(fields).map(([ask, field]) => [ask, saidOf(field, typed[ask] ?? '')]))
