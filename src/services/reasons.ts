import type * as z from 'zod/mini'

const at = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input)

const byCode: Record<string, string> = {
  invalid_value: 'choice',
  too_big: 'range',
  too_small: 'range',
  invalid_format: 'invalid',
}

/** Why a schema refuses what was said: a key under `errors:field`. */
export const reasonOf = ({ message, code, path }: z.core.$ZodIssue, said: unknown): string => {
  // A check's message is its reason's key; the library's own words are sentences.
  if (/^[a-z]\w*$/.test(message)) return message
  if (code !== 'invalid_type' && code !== 'invalid_union') return byCode[code] ?? 'invalid'
  const there = at(said, path)
  // So long a text that it was taken for a file.
  if (there instanceof Uint8Array) return 'tooLong'
  return there === undefined ? 'required' : 'type'
}
