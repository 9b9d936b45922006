import { expect, test } from 'vitest'
import { read, repositoryFiles } from './safety/files.ts'
import { missingTexts, texts } from './safety/texts.ts'

const files = repositoryFiles()
const areas = files.flatMap((path) => /^locales\/en\/(\w+)\.json$/.exec(path)?.[1] ?? [])

const known = new Set(
  areas.flatMap((area) => {
    const words = texts(JSON.parse(read(`locales/en/${area}.json`)) as Parameters<typeof texts>[0])
    return Object.keys(words).map((key) => `${area}:${key.replace(/_(zero|one|two|few|many|other)$/, '')}`)
  }),
)

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
