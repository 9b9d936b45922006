import type { AnyStateNode } from 'xstate'

export type Words = { readonly [key: string]: string | Words }

/** The text under a dotted key. Throws when there is none. */
export const word = (words: Words, key: string): string => {
  const found = find(words, key)
  if (found === undefined) throw new Error(`no words for ${key}`)
  return found
}

/** The text under a dotted key, or undefined. */
export const find = (words: Words, key: string): string | undefined => {
  const found = key
    .split('.')
    .reduce<string | Words | undefined>((inner, part) => (typeof inner === 'object' ? inner[part] : undefined), words)
  return typeof found === 'string' ? found : undefined
}

/** `state.firstReview.wait`; a parent's own title is `state.firstReview._`. */
export const stateKey = (node: AnyStateNode): string =>
  ['state', ...node.path, ...(node.type === 'compound' || node.type === 'parallel' ? ['_'] : [])].join('.')

/** The text under a dotted key with its `{{name}}`s filled in. */
export const filled = (words: Words, key: string, values: Record<string, string>): string =>
  word(words, key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!)
