import type { Endpoint } from '../../src/services/endpoint.ts'

const repeated = (length: number, one: (nth: number) => string, between = ','): string => {
  const parts: string[] = []
  for (let size = 0, nth = 0; size < length; nth += 1) {
    const part = one(nth)
    parts.push(part)
    size += part.length + between.length
  }
  return parts.join(between)
}

/** JSON bodies of a given length, each of a kind that is expensive to process. */
export const worstBodies: Readonly<Record<string, (length: number) => string>> = {
  'unknown keys': (length) => `{${repeated(length, (nth) => `"k${nth.toString(36)}":1`)}}`,
  'deep nesting': (length) => '['.repeat(length),
  'a list': (length) => `{"orderNos":[${repeated(length, () => '{}')}]}`,
  'a huge text': (length) => `{"name":"${'-'.repeat(length)}"}`,
  'a huge escaped text': (length) => `{"name":"${'\\"'.repeat(length / 2)}"}`,
  'a huge file': (length) => `{"content":"${'AAAA'.repeat(length / 4)}"}`,
}

/** The longest body of a kind that an endpoint accepts. */
export const worstOf = (kind: string, { limit }: Endpoint): string => worstBodies[kind]!(limit - 100).slice(0, limit)
