import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Fact, replay } from '../../src/machines/kernel.ts'
import { lifecycles } from '../../src/machines/lifecycles.ts'

type Golden = { stream: string; events: { state: string; fact: Fact }[] }[]

const text = (name: string) => readFileSync(new URL(`../golden/${name}.json`, import.meta.url), 'utf8')
const golden = (name: string) => JSON.parse(text(name)) as Golden

const oneEventALine = (streams: Golden) => {
  const lines = streams.map(
    ({ stream, events }) =>
      `{"stream":${JSON.stringify(stream)},"events":[\n${events.map((event) => JSON.stringify(event)).join(',\n')}\n]}`,
  )
  return `[\n${lines.join(',\n')}\n]\n`
}

// These events may be in stored logs: a chart that no longer accepts them makes those logs unreplayable.
test.each(lifecycles.map((lifecycle) => [lifecycle.name, lifecycle.machine] as const))(
  'what the %s chart once accepted it accepts for ever, with the same states',
  (name, machine) => {
    for (const { stream, events } of golden(name)) {
      expect(
        replay(
          machine,
          events.map((event) => ({ stream, ...event })),
        ).version,
      ).toBe(events.length)
    }
    expect(golden(name).length).toBeGreaterThan(0)
  },
)

// The formatter would spread an event over many lines, and a diff would not show which event it is about.
test.each(lifecycles)('the golden streams of $name have one event a line', ({ name }) => {
  expect(text(name)).toBe(oneEventALine(golden(name)))
})
