import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, inject, test } from 'vitest'
import { lifecycles } from '../../src/machines/lifecycles.ts'
import { chartSystem } from './chart.ts'
import { charted } from './charts.ts'
import { cover } from './cover.ts'
import { coverageOf, tableOf, uncovered } from './coverage.ts'
import { coveragePage, pagePath } from './page.ts'
import { atlasOf, pathsOf, usual } from './paths.ts'
import { tryRefused } from './refused.ts'
import { walk } from './walk.ts'

test('every lifecycle chart has a model', () => {
  expect([...charted.keys()].sort()).toEqual(lifecycles.map(({ name }) => name).sort())
})

test('there are no other pages of coverage than those of the charts', () => {
  const pages = readdirSync('docs/statecharts').filter((file) => file.endsWith('.coverage.md'))
  expect(pages.sort()).toEqual([...charted.keys()].map((name) => `${name}.coverage.md`).sort())
})

describe.each([...charted.keys()])('%s', (name) => {
  const { model } = charted.get(name)!
  const atlas = atlasOf(model, { ...usual, rounds: inject('deep') ? 3 : usual.rounds })
  const paths = pathsOf(model, atlas)
  const few = cover(model, paths)

  test('its paths come to every state, take every transition, and end where the chart says', async () => {
    const coverage = coverageOf(model, paths)
    console.log(`${paths.length} paths of ${paths.flat().length} steps\n${tableOf(model, coverage)}`)
    expect(uncovered(coverage)).toEqual([])

    const system = chartSystem(model)
    for (const path of paths) expect(await walk(system, path)).toBeUndefined()
  })

  test('what is not offered, comes through another interface or at another time than its deadline is refused', () => {
    const { tried, wrong } = tryRefused(model, atlas.standings)
    console.log(`${name}: in ${atlas.standings.length} standings were refused`, Object.fromEntries(tried))
    expect(wrong).toEqual([])
  })

  test('a few of them do as well, and each of these is needed', () => {
    expect(uncovered(coverageOf(model, few))).toEqual([])
    expect(paths).toEqual(expect.arrayContaining(few))
    const withoutOne = few.map((path) => few.filter((other) => other !== path))
    expect(withoutOne.filter((rest) => uncovered(coverageOf(model, rest)).length === 0)).toEqual([])
  })

  test('its page of coverage is what `npm run test:model` writes', () => {
    expect(existsSync(pagePath(name)) && readFileSync(pagePath(name), 'utf8')).toBe(coveragePage(name))
  })
})
