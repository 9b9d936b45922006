import { parseSync } from 'vite'
import { lineOf, walk } from './syntax.ts'

const translators = ['t', 'say', 'translate', 'inWords']

/** The placeholders of each text, by its key: `{{name}}` or `{{name, format}}`. */
export const placeholdersOf = (texts: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> =>
  new Map(Object.entries(texts).map(([key, text]) => [key, [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name!)]))

type Filling = { line: number; key: string | undefined; names: readonly string[] | undefined }

/** The translations in a file: the key where it is written out, and the names of the values where they all are. */
const fillings = (path: string, text: string): Filling[] =>
  [...walk(parseSync(path, text).program)].flatMap((node) => {
    const [key, values, ...more] = node.type === 'CallExpression' ? node.arguments! : []
    const called = node.callee?.property?.name ?? node.callee?.name ?? ''
    if (!key || !translators.includes(called)) return []
    // On the server, the language comes first.
    const [word, filled] = called === 'say' ? [values, more[0]] : [key, values]
    const isWhole = filled?.type === 'ObjectExpression' && filled.properties!.every(({ type }) => type === 'Property')
    return [
      {
        line: lineOf(text, node),
        key: word?.type === 'Literal' && typeof word.value === 'string' ? word.value : undefined,
        names: filled === undefined ? [] : isWhole ? filled.properties!.map((one) => one.key!.name!) : undefined,
      },
    ]
  })

/** Lists translations in a file that leave a placeholder of their text as it is, as `path:line`. */
export const unfilled = (
  path: string,
  text: string,
  placeholders: ReadonlyMap<string, readonly string[]>,
): string[] => {
  // Most files ask for none of these texts: parsing those would take most of the time.
  const isAsked = [...placeholders].some(
    ([key, names]) => names.length > 0 && text.includes(`'${key.replace(/_(one|other)$/, '')}'`),
  )
  if (!isAsked) return []
  return fillings(path, text).flatMap(({ line, key, names }) => {
    if (key === undefined || names === undefined) return []
    const wanted = ['', '_one', '_other'].flatMap((form) => placeholders.get(key + form) ?? [])
    const missing = [...new Set(wanted)].filter((name) => !names.includes(name))
    return missing.map((name) => `${path}:${line} leaves {{${name}}} of ${key} as it is`)
  })
}
