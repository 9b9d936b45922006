import { stripVTControlCharacters } from 'node:util'

/** Whose page it is, and where it is. */
type Whose = { by: string; path: string }

const kinds: Record<string, string> = { Label: 'field', Text: 'text' }

/**
 * A time-out of Playwright in words: whose page has no button, field or text of which name, or has it barred. Answers any
 * other error as it is.
 */
export const missingOn = (cause: unknown, { by, path }: Whose): unknown => {
  if (!(cause instanceof Error) || cause.name !== 'TimeoutError') return cause
  const text = stripVTControlCharacters(cause.message)
  // A choice of two locators names first the one that was wanted.
  const [, awaited] = /waiting for (.*?)(?:\.or\(|\n|$)/.exec(text) ?? []
  const [, kind, role, name, pattern] =
    [
      ...(awaited ?? '').matchAll(/getBy(\w+)\((?:'(\w+)', \{ name: )?(?:'((?:[^'\\]|\\.)*)'|\/((?:[^/\\]|\\.)*)\/)/g),
    ].at(-1) ?? []
  if (kind === undefined) return cause
  const what = role ?? kinds[kind] ?? 'element'
  const words = name?.replaceAll(/\\(.)/g, '$1') ?? pattern!.replace('^', '').replace(String.raw`\s*(\(|$)`, '')
  const isBarred = /element is not enabled/.test(text)
  return new Error(`${by}'s page ${path} ${isBarred ? `bars its ${what}` : `has no ${what}`} *${words}*`, { cause })
}
