import { describe, expect, test } from 'vitest'
import { read, repositoryFiles } from '../safety/files.ts'
import { placeholdersOf, unfilled } from '../safety/placeholders.ts'
import { missingTexts, texts } from '../safety/texts.ts'

const files = repositoryFiles()
const areas = files.flatMap((path) => /^locales\/en\/(\w+)\.json$/.exec(path)?.[1] ?? [])

/** Every text of a language, by its whole key. */
const textsIn = (language: string): Record<string, string> =>
  Object.fromEntries(
    areas.flatMap((area) => {
      const words = texts(JSON.parse(read(`locales/${language}/${area}.json`)) as Parameters<typeof texts>[0])
      return Object.entries(words).map(([key, text]) => [`${area}:${key}`, text])
    }),
  )

const english = textsIn('en')
const known = new Set(Object.keys(english).map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')))

/** The texts that a file of the console asks for by their whole name. */
const asked = (path: string) =>
  [...read(path).matchAll(/['"`](\w+:[\w.]+)['"`]/g)]
    .map(([, key]) => key!)
    .filter((key) => areas.includes(key.slice(0, key.indexOf(':'))))

test('every text that a view asks for by name is there', () => {
  const views = files.filter((path) => /^src\/views\/.*\.tsx?$/.test(path))
  const missing = views.flatMap((path) =>
    asked(path)
      .filter((key) => !known.has(key))
      .map((key) => `${path}: ${key}`),
  )
  expect(views.flatMap(asked).length).toBeGreaterThan(50)
  expect(missing).toEqual([])
})

const code = files.filter((path) => /^src\/.*\.tsx?$/.test(path))

test('a text that code asks for by name has a value for each of its placeholders', () => {
  const wanted = placeholdersOf(english)
  expect(code.flatMap((path) => unfilled(path, read(path), wanted))).toEqual([])
  expect(unfilled('src/views/a.ts', "\nt('loan:days', { n: 3 })", new Map([['loan:days', ['count', 'n']]]))).toEqual([
    'src/views/a.ts:2 leaves {{count}} of loan:days as it is',
  ])
})

test('a placeholder is a name that some code gives a value', () => {
  const inCode = code.map(read).join('\n')
  const unknown = [...placeholdersOf(english)].flatMap(([key, names]) =>
    names.filter((name) => !new RegExp(`\\b${name}\\b *[:,}]`).test(inCode)).map((name) => `{{${name}}} of ${key}`),
  )
  expect(unknown).toEqual([])
})

test.each(['id', 'en', 'zh'])(
  'no command of %s begins with the word of the button that leaves its form',
  (language) => {
    const all = textsIn(language)
    const cancel = all['common:cancel']!.toLowerCase()
    const commands = Object.entries(all).filter(([key]) => /^\w+:action\./.test(key))
    expect(commands.length).toBeGreaterThan(200)
    expect(commands.filter(([, text]) => text.toLowerCase().startsWith(cancel))).toEqual([])
  },
)

test('the three languages have the same placeholders in a text', () => {
  const [id, en, zh] = ['id', 'en', 'zh'].map((language) => placeholdersOf(textsIn(language)))
  const differing = [...en!].filter(([key, names]) => {
    const sorted = JSON.stringify([...new Set(names)].toSorted())
    return [id!, zh!].some((others) => JSON.stringify([...new Set(others.get(key))].toSorted()) !== sorted)
  })
  expect(differing.map(([key]) => key)).toEqual([])
})

test('Chinese has its own punctuation throughout', () => {
  const ascii = /[\u4e00-\u9fff}] ?[,:;?(]|[,:;)] ?[\u4e00-\u9fff{]/
  const mixed = files
    .filter((path) => /^locales\/(about\/)?zh\//.test(path))
    .flatMap((path) => Object.entries(texts(JSON.parse(read(path)) as Parameters<typeof texts>[0])))
    .filter(([, text]) => /[\u4e00-\u9fff]/.test(text) && ascii.test(text))
  expect(mixed).toEqual([])
})

test('every text of the pages about the charts is there in all three languages', () => {
  const about = files.filter((path) => path.startsWith('locales/about/'))
  const names = [...new Set(about.map((path) => path.slice(path.lastIndexOf('/') + 1)))]
  const missing = names.flatMap((name) => {
    const inEach = ['about/id', 'about/en', 'about/zh'].map((folder) => {
      const path = `locales/${folder}/${name}`
      return [folder, about.includes(path) ? read(path) : undefined] as const
    })
    return missingTexts(name, Object.fromEntries(inEach))
  })
  expect(names.length).toBeGreaterThan(1)
  expect(missing).toEqual([])
})

/** The rows of the glossary: a term in each language, and the words that may not stand for it. */
const glossary = read('docs/guide/glossary.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, thing, en, id, zh, not]) => ({ thing, terms: { en, id, zh }, not: not!.split('; ').filter(Boolean) }))

/** Whether a text has a term as whole words; Chinese has no spaces between words. */
const has = (text: string, term: string) =>
  /^[\u4e00-\u9fff]/.test(term)
    ? text.includes(term)
    : new RegExp(`(?<![\\p{L}-])${term}(?![\\p{L}-])`, 'iu').test(text)

describe.each(['en', 'id', 'zh'] as const)('the words in %s', (language) => {
  const words = files
    .filter((path) => path.startsWith(`locales/${language}/`) || path.startsWith(`locales/about/${language}/`))
    .flatMap((path) =>
      Object.entries(texts(JSON.parse(read(path)) as Parameters<typeof texts>[0])).map(
        ([key, text]) => [`${path} ${key}`, text] as const,
      ),
    )

  test('have every term of the glossary', () => {
    expect(glossary.length).toBeGreaterThan(40)
    const nowhere = glossary.filter(({ terms }) => !words.some(([, text]) => has(text, terms[language]!)))
    expect(nowhere.map(({ thing, terms }) => `${terms[language]} (${thing})`)).toEqual([])
  })

  test('have no second term for a thing of the glossary', () => {
    const others = glossary.flatMap(({ terms, not }) =>
      not.flatMap((word) =>
        words.filter(([, text]) => has(text, word)).map(([key]) => `${key}: ${word} is ${terms[language]}`),
      ),
    )
    expect(others).toEqual([])
  })
})
