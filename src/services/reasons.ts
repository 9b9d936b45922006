import type * as z from 'zod/mini'

const at = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input)

const byCode: Record<string, string> = {
  invalid_value: 'choice',
  too_big: 'range',
  too_small: 'range',
  invalid_format: 'invalid',
}

/** Why a schema refuses a value: a key under `errors:field`. */
export const reasonOf = ({ message, code, path }: z.core.$ZodIssue, input: unknown): string => {
  // A check's message is its reason's key; the messages of zod itself are sentences.
  if (/^[a-z]\w*$/.test(message)) return message
  if (code !== 'invalid_type' && code !== 'invalid_union') return byCode[code] ?? 'invalid'
  const there = at(input, path)
  // A text so long that the server parsed it as a file.
  if (there instanceof Uint8Array) return 'tooLong'
  return there === undefined ? 'required' : 'type'
}
