import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AnyStateNode } from 'xstate'
import { aboutOf, pages, wordsOf } from '../../../scripts/statecharts/pages.ts'
import { mainLine } from '../../../scripts/statecharts/reading.ts'
import type { Words } from '../../../scripts/statecharts/words.ts'
import { mendFields, reasonsFor } from '../../../src/machines/approval.reasons.ts'
import {
  endOf,
  lineage,
  nameOf,
  restingPlace,
  statesOf,
  stepsFrom,
  stepsOf,
  stepsOutOf,
} from '../../../src/machines/chart.ts'
import { lifecycles } from '../../../src/machines/lifecycles.ts'
import { aboutKeys, effectsOf, implemented, lacking, neededKeys } from '../../kit/chartWords.ts'

const languages = ['id', 'en', 'zh']

const allKeys = (words: Words, under = ''): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${under}${key}`] : allKeys(value, `${under}${key}.`),
  )

test('the pages are what `npm run docs` writes, and there are no others', () => {
  const folder = new URL('../../../docs/statecharts/', import.meta.url)
  const written = pages()
  const stale = written.filter(({ url, text }) => !existsSync(url) || readFileSync(url, 'utf8') !== text)
  expect(stale.map(({ url }) => url.pathname)).toEqual([])
  const there = globSync('**/*.*', { cwd: folder }).filter((path) => !path.endsWith('.coverage.md'))
  // Leaves out generated files of other folders, such as the diagrams' layout seeds.
  const pagesHere = written.filter(({ url }) => url.href.startsWith(folder.href))
  expect(there.toSorted()).toEqual(pagesHere.map(({ url }) => url.href.slice(folder.href.length)).toSorted())
})

describe.each(lifecycles)('what is said about $name', ({ name, machine }) => {
  test.each(languages)(
    '%s says what everything in the chart means, and nothing about what is not in it',
    (language) => {
      expect(lacking(aboutOf(language, name), aboutKeys(machine))).toEqual([])
      expect(allKeys(aboutOf(language, name)).filter((key) => !aboutKeys(machine).has(key))).toEqual([])
    },
  )
})

describe.each(lifecycles)('the words of $name', ({ name, machine }) => {
  test.each(languages)('%s has every word of the chart', (language) => {
    expect(lacking(wordsOf(language, name), neededKeys(machine))).toEqual([])
  })

  test.each(languages)('%s has the keys of the others and no more', (language) => {
    expect(allKeys(wordsOf(language, name)).sort()).toEqual(allKeys(wordsOf('id', name)).sort())
  })
})

test.each(languages)('%s has a word for every reason and everything to mend', (language) => {
  const codes = [
    ...Object.values(reasonsFor)
      .flat()
      .map((code) => `reason.${code}`),
    ...mendFields.map((field) => `mend.${field}`),
  ]
  expect(lacking(wordsOf(language, 'approval'), codes)).toEqual([])
})

describe.each(lifecycles)('the hoped-for way of $name', ({ machine }) => {
  const way = mainLine(machine)

  test('begins where the chart begins, and ends in its one goal', () => {
    expect(nameOf(way[0]!)).toBe(nameOf(restingPlace(machine.root)))
    expect(way.filter((node) => node.tags.includes('goal')).map(nameOf)).toEqual([nameOf(way.at(-1)!)])
  })

  test('has a transition from each state to the next', () => {
    const leads = (from: AnyStateNode, to: AnyStateNode) =>
      stepsOutOf(machine, from).some((step) => endOf(step, from) === to)
    const gaps = way.slice(1).filter((to, index) => !leads(way[index]!, to))
    expect(gaps.map(nameOf)).toEqual([])
  })
})

describe.each(lifecycles)('what the kernel takes for granted in $name', ({ machine }) => {
  const steps = stepsOf(machine)
  const name = ({ from, event }: (typeof steps)[number]) => `${from.path.join('.')} ${event}`

  test('a state and its parents have one transition for an event', () => {
    const doubled = statesOf(machine.root).flatMap((node) => {
      const events = [...lineage(node), machine.root].flatMap((it) => stepsFrom(machine, it)).map((step) => step.event)
      return events
        .filter((event, index) => events.indexOf(event) !== index)
        .map((event) => `${node.path.join('.')} ${event}`)
    })
    expect(doubled).toEqual([])
  })

  test('an event belongs to one region', () => {
    const shared = [machine.root, ...statesOf(machine.root)]
      .filter((node) => node.type === 'parallel')
      .flatMap((node) => Object.values(node.states).flatMap((region) => region.events))
    expect(shared.filter((event, index) => shared.indexOf(event) !== index)).toEqual([])
  })

  test('every event of a transition is handled: it leads somewhere or does something', () => {
    expect(steps.filter((step) => !machine.events.includes(step.event)).map(name)).toEqual([])
  })

  test('a deadline is a delay of the machine, and the system fires it', () => {
    const timed = steps.filter((step) => step.meta.after)
    expect(timed.filter((step) => !implemented(machine, 'delays').includes(step.meta.after!)).map(name)).toEqual([])
    expect(timed.filter((step) => step.meta.interface).map(name)).toEqual([])
  })

  test('every rule and every effect is one of the machine', () => {
    const unruled = steps.filter((step) => step.guards.some((rule) => !implemented(machine, 'guards').includes(rule)))
    expect(unruled.map(name)).toEqual([])
    expect(new Set(steps.flatMap((step) => step.effects))).toEqual(new Set(effectsOf(machine)))
  })

  test('a transition that asks has an interface', () => {
    expect(steps.filter((step) => step.meta.asks && !step.meta.interface).map(name)).toEqual([])
  })

  test('nothing runs on a clock, and nothing is done on entering or leaving', () => {
    const own = [machine.root, ...statesOf(machine.root)]
    expect(own.filter((it) => it.after.length + it.invoke.length + it.entry.length + it.exit.length > 0)).toEqual([])
  })
})
