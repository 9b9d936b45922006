// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { scxmlOf } from '../../../scripts/statecharts/scxml.ts'
import { nameOf, statesOf, stepsOf } from '../../../src/machines/chart.ts'
import { lifecycles } from '../../../src/machines/lifecycles.ts'

describe.each(lifecycles)('the SCXML of $name', ({ machine }) => {
  const document = new DOMParser().parseFromString(scxmlOf(machine), 'application/xml')
  const all = (tag: string) => [...document.getElementsByTagName(tag)]
  const attribute = (elements: Element[], name: string) => elements.flatMap((one) => one.getAttribute(name) ?? [])
  const states = ['state', 'parallel', 'final'].flatMap((tag) => all(tag))

  test('has each state once, and each leads to states that are there', () => {
    const ids = attribute(states, 'id')
    expect(ids.toSorted()).toEqual([machine.id, ...statesOf(machine.root).map(nameOf)].toSorted())
    const led = [...attribute(all('transition'), 'target'), ...attribute(states, 'initial')]
    expect(led.filter((id) => !ids.includes(id))).toEqual([])
    expect(attribute(states, 'initial')).toContain(String(machine.root.initial.target[0]!.key))
  })

  test('has each transition with its rules, effects and deadline', () => {
    const written = all('transition').map((one) => ({
      from: one.parentElement!.getAttribute('id'),
      event: one.getAttribute('event'),
      cond: one.getAttribute('cond')?.match(/\w+(?=\(\))/g) ?? [],
      effects: attribute([...one.children], 'event'),
      after: one.getAttribute('loket:deadline') ?? undefined,
    }))
    const charted = stepsOf(machine).map(({ from, event, guards, effects, meta }) => ({
      from: nameOf(from) || machine.id,
      event,
      cond: [...guards],
      effects: effects.map((name) => `effect.${name}`),
      after: meta.after,
    }))
    const sorted = (list: readonly object[]) => list.map((one) => JSON.stringify(one)).toSorted()
    expect(sorted(written)).toEqual(sorted(charted))
  })
})
