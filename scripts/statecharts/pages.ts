import { readFileSync } from 'node:fs'
import { lifecycles } from '../../src/machines/lifecycles.ts'
import { statechartIndex, statechartPage } from './page.ts'
import type { Words } from './words.ts'

const root = new URL('../../', import.meta.url)

export const wordsOf = (language: string, name: string): Words =>
  JSON.parse(readFileSync(new URL(`locales/${language}/${name}.json`, root), 'utf8')) as Words

/** Every generated page: where it belongs and what it should say. */
export const pages = (): { url: URL; text: string }[] => {
  const charts = lifecycles.map(({ name, machine }) => ({ name, machine, words: wordsOf('en', name) }))
  const page = (file: string, text: string) => ({ url: new URL(`docs/statecharts/${file}`, root), text })
  return [
    page('README.md', statechartIndex(charts)),
    ...charts.map(({ name, machine, words }) => page(`${name}.md`, statechartPage(name, machine, words))),
  ]
}
