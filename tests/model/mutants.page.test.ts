import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { charted } from './charts.ts'
import { explained, explainedFacts } from './mutants.explained.ts'
import { factMutantsOf } from './mutants.facts.ts'

const page = readFileSync('docs/guide/model-tests.md', 'utf8')
const section = page.slice(page.indexOf('\n## Taking things out'), page.indexOf('\n## Scenarios'))

/** What survives by the page, with the reason: `- **chart**: `one`, `another`. Because …` */
const reasons = section.split(/\n(?=- |\n)/).flatMap((one) => {
  const [, chart, its, reason] = /^- \*\*(\w+)\*\*: ((?:`[^`]+`(?:,\s+)?)+)\.\s+(.+)/s.exec(one) ?? []
  return [...(its ?? '').matchAll(/`([^`]+)`/g)].map(([, mutant]) => ({
    mutant: `${chart}: ${mutant}`,
    reason: reason!,
  }))
})

const counts = [...charted.values()].flatMap(({ model }) => {
  const its = factMutantsOf(model).map(({ without }) => `${model.name}: ${without}`)
  const survive = its.filter((one) => explainedFacts.has(one)).length
  return its.length === 0 ? [] : [{ chart: model.name, out: its.length, noticed: its.length - survive, its }]
})
const sum = (its: typeof counts, name: 'out' | 'noticed') => its.reduce((total, one) => total + one[name], 0)

describe('the guide to the model tests', () => {
  test('gives the reason of each mutant that survives, and of no other', () => {
    expect(reasons.map(({ mutant }) => mutant).toSorted()).toEqual([...explained, ...explainedFacts].toSorted())
    expect(reasons.filter(({ reason }) => reason.length < 30)).toEqual([])
  })

  test('has the number of facts that were taken out of each chart and of those that were noticed, or says that it has not', () => {
    const rows = [...section.matchAll(/^\| (\w+) +\| (\d+) +\| (\d+) +\|$/gm)].map(([, chart, out, noticed]) => ({
      chart,
      out: Number(out),
      noticed: Number(noticed),
    }))
    const later = /Not taken out yet: ([^.]+)\./.exec(section)?.[1]!.split(/,\s+/) ?? []
    const taken = counts.filter(({ chart }) => !later.includes(chart))
    expect(rows).toEqual(taken.map(({ chart, out, noticed }) => ({ chart, out, noticed })))
    const [out, noticed] = [sum(taken, 'out'), sum(taken, 'noticed')]
    expect(section.replaceAll(/\s+/g, ' ')).toContain(`Of these ${out} facts ${noticed} are noticed.`)
  })

  test('explains no fact that is not there, and at most one in twenty', () => {
    const known = new Set(counts.flatMap(({ its }) => its))
    expect([...explainedFacts].filter((one) => !known.has(one))).toEqual([])
    expect(sum(counts, 'noticed') / sum(counts, 'out')).toBeGreaterThanOrEqual(0.95)
  })
})
