import { dirname, join, normalize } from 'node:path'

type Read = (path: string) => string

/** A file and what the browser loads together with it. A lazy import comes later. */
const loadedWith = (path: string, read: Read, known = new Set<string>()): Set<string> => {
  if (known.has(path) || !/\.(tsx?|css)$/.test(path)) return known
  known.add(path)
  const names = [...read(path).matchAll(/(?:from|import) '(\.[^']+)'/g)].map(([, name]) => name!)
  for (const name of names) loadedWith(normalize(join(dirname(path), name)), read, known)
  return known
}

const wordsOf = (list: string) => list.split(/\s+/).filter(Boolean)

/** The classes that a view names: a word with a hyphen in any text, or any word of `className`. */
const namedIn = (text: string): string[] => [
  ...[...text.matchAll(/['"`]([\w -]+)['"`]/g)].flatMap(([, words]) =>
    wordsOf(words!).filter((one) => one.includes('-')),
  ),
  ...[...text.matchAll(/className="([\w -]+)"/g)].flatMap(([, words]) => wordsOf(words!)),
]

const definedIn = (sheet: string): string[] =>
  [...sheet.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!)

/**
 * Lists the classes of a screen whose stylesheets are not loaded with it: they would look right only after another screen
 * was open. `frame` are the files that every screen comes into, `sheets` all stylesheets.
 */
export function unstyled(screen: string, frame: readonly string[], sheets: readonly string[], read: Read): string[] {
  const own = loadedWith(screen, read)
  const loaded = new Set([...own, ...frame.flatMap((path) => [...loadedWith(path, read)])])
  const defined = new Set(sheets.filter((path) => loaded.has(path)).flatMap((path) => definedIn(read(path))))
  const elsewhere = new Set(sheets.flatMap((path) => definedIn(read(path))))
  return [...own]
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) =>
      [...new Set(namedIn(read(path)))]
        .filter((name) => elsewhere.has(name) && !defined.has(name))
        .map((name) => `${screen} is without the stylesheet of ${name}, which ${path} names`),
    )
}
