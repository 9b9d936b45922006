import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blank, evolve, type Fact } from '../../src/machines/kernel.ts'
import { lifecycles } from '../../src/machines/lifecycles.ts'
import { differences } from '../../src/server/audit/differences.ts'

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
type Golden = { events: { fact: Fact }[] }[]

const { field } = read('locales/en/audit.json') as { field: Record<string, string> }
// Keys below these fields are names that users chose.
const givenNames = ['cells', 'rules', 'ratings']

test.each(lifecycles)('the audit has a word for every field of $name and of its events', ({ name, machine }) => {
  const { ask = {} } = read(`locales/en/${name}.json`) as { ask?: Record<string, string> }
  const paths = (read(`tests/golden/${name}.json`) as Golden).flatMap(({ events }) => {
    let state = blank(machine)
    return events.flatMap(({ fact }) => {
      const before = state.context
      state = evolve(machine, state, fact).state
      const { type: _type, by: _by, at: _at, ...details } = fact
      return [...differences(before, state.context), ...differences({}, details)].map(({ path }) => path)
    })
  })
  const parts = paths.flatMap((path) => path.filter((_, index) => !givenNames.includes(path[index - 1] ?? '')))
  const missing = parts.filter((part) => !/^\d+$/.test(part) && !Object.hasOwn({ ...field, ...ask }, part))
  expect([...new Set(missing)]).toEqual([])
})
