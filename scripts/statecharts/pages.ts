import { existsSync, readFileSync } from 'node:fs'
import { lifecycles } from '../../src/machines/lifecycles.ts'
import { type Language, languages } from '../../src/services/user.ts'
import { apiPage } from '../openapi/page.ts'
import { contentsPage, languagesPage, type Listed, readme } from './contents.ts'
import type { PageWords } from './frame.ts'
import { chartPage } from './page.ts'
import { type Found, quietest } from './quiet.ts'
import { scxmlOf } from './scxml.ts'
import { linkTo } from './sections.ts'
import { colourDeclarations } from './shapes.ts'
import { sketchOf } from './sketch.ts'
import { svgOf } from './svg.ts'
import { word, type Words } from './words.ts'

const root = new URL('../../', import.meta.url)
const folder = new URL('docs/statecharts/', root)
const text = (url: URL) => readFileSync(url, 'utf8')

const fileOf = (path: string) => JSON.parse(text(new URL(`locales/${path}.json`, root))) as Words

/** What the console calls the parts of a chart. */
export const wordsOf = (language: string, name: string): Words => fileOf(`${language}/${name}`)

/** What the pages say about a chart, or for `page` what all of them say; the console does not load it. */
export const aboutOf = (language: string, name: string): Words => fileOf(`about/${language}/${name}`)

const listed = (language: Language): Listed[] =>
  lifecycles.map(({ name, machine }) => ({
    name,
    machine,
    words: wordsOf(language, name),
    about: aboutOf(language, name),
  }))

type Page = { path: string; text: string }

/** A chart's drawings: in each language, without figures and with room for them. */
const drawnIn = (name: string, kept: Found | undefined) => {
  const variants = languages.flatMap((language) => {
    const chart = listed(language).find((it) => it.name === name)!
    return [false, true].map((hasFigures) => ({
      chart,
      language,
      sketch: sketchOf(chart.machine, chart.words, hasFigures),
    }))
  })
  const { layouts, found } = quietest(
    variants.map(({ sketch }) => sketch),
    kept,
  )
  const drawings = variants.map(({ chart, language, sketch }, index) => ({
    chart,
    language,
    drawing: { sketch, layout: layouts[index]!, words: chart.words },
  }))
  return { drawings, found }
}

const filesOf = (name: string, pageWords: PageWords, kept: Found | undefined): { files: Page[]; found: Found } => {
  const { drawings, found } = drawnIn(name, kept)
  const files = drawings.flatMap(({ chart, language, drawing }) => {
    const path = `${language}/${name}`
    if (drawing.sketch.hasFigures) return [{ path: `${path}.flow.svg`, text: svgOf(drawing, { as: 'guest' }).markup }]
    const diagram = svgOf(drawing, { as: 'page', href: linkTo })
    return [
      { path: `${path}.svg`, text: svgOf(drawing, { as: 'file' }).markup },
      { path: `${path}.html`, text: chartPage(chart, language, diagram, pageWords) },
    ]
  })
  return { files, found }
}

// Beside the search, which begins anew for a chart whose sketches are others.
const seeds = '../../scripts/statecharts/seeds.json'
const keptSeeds = (): Record<string, Found> => {
  const url = new URL(seeds, folder)
  return existsSync(url) ? (JSON.parse(text(url)) as Record<string, Found>) : {}
}

/** Every diagram as it is kept. */
export const drawings = () => {
  const kept = keptSeeds()
  return lifecycles.flatMap(({ name }) =>
    drawnIn(name, kept[name]).drawings.map(({ language, drawing }) => ({ name, language, ...drawing })),
  )
}

const stylesheet = () =>
  `:root { color-scheme: light dark; ${colourDeclarations} }\n\n${text(new URL('pages.css', import.meta.url))}`

/** Every generated file: where it belongs and what it should say. */
export const pages = (): { url: URL; text: string }[] => {
  const pageWords = { id: aboutOf('id', 'page'), en: aboutOf('en', 'page'), zh: aboutOf('zh', 'page') }
  const hasCoverage = (name: string) => existsSync(new URL(`${name}.coverage.md`, folder))
  const kept = keptSeeds()
  const charts = lifecycles.map(({ name }) => ({ name, ...filesOf(name, pageWords, kept[name]) }))
  const found = Object.fromEntries(charts.map((chart) => [chart.name, chart.found]))
  const files: Page[] = [
    { path: 'README.md', text: readme(listed('en'), pageWords, hasCoverage) },
    { path: 'index.html', text: languagesPage(pageWords) },
    { path: 'statecharts.css', text: stylesheet() },
    ...languages.map((language) => ({
      path: `${language}/index.html`,
      text: contentsPage(language, listed(language), pageWords, word(aboutOf(language, 'api'), 'title')),
    })),
    ...languages.map((language) => ({
      path: `${language}/api.html`,
      text: apiPage(language, aboutOf(language, 'api'), pageWords),
    })),
    ...charts.flatMap((chart) => chart.files),
    ...lifecycles.map(({ name, machine }) => ({ path: `${name}.scxml`, text: scxmlOf(machine) })),
    { path: seeds, text: `${JSON.stringify(found, null, 2)}\n` },
  ]
  return files.map((file) => ({ url: new URL(file.path, folder), text: file.text }))
}
