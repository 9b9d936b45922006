import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Fact, replay } from '../../src/machines/kernel.ts'
import { lifecycles } from '../../src/machines/lifecycles.ts'

type Golden = { stream: string; events: { state: string; fact: Fact }[] }[]

const golden = (name: string) =>
  JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), 'utf8')) as Golden

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
