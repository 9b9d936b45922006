import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AnyStateNode } from 'xstate'
import { nameOf, restingPlace, statesOf, stepsOf } from '../../../src/machines/chart.ts'
import { lifecycles } from '../../../src/machines/lifecycles.ts'
import { languages } from '../../../src/services/user.ts'

const folder = new URL('../../../docs/statecharts/', import.meta.url)
const text = (path: string) => readFileSync(new URL(path, folder), 'utf8')

test('every link leads to a page, and every link within a page to a place in it', () => {
  const leadsSomewhere = (target: string, path: string) =>
    target.startsWith('#')
      ? text(path).includes(`id="${target.slice(1)}"`)
      : target.startsWith('data:') || existsSync(new URL(target, new URL(path, folder)))
  const links = globSync('**/*.{html,md}', { cwd: folder }).flatMap((path) =>
    [...text(path).matchAll(/(?:href="|\]\()([^")]+)/g)].map(([, target]) => ({ path, target: target! })),
  )
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter(({ path, target }) => !leadsSomewhere(target, path))).toEqual([])
})

const isComposite = (node: AnyStateNode) => node.type === 'compound' || node.type === 'parallel'

describe.each(lifecycles)('what a reader finds of $name', ({ name, machine }) => {
  const states = statesOf(machine.root)
  const steps = stepsOf(machine)

  test.each(languages)('%s: every state and every transition is on the page', (language) => {
    const page = text(`${language}/${name}.html`)
    const places = [
      ...states.map((node) => `id="about.${nameOf(node)}"`),
      ...steps.map(({ from, event }) => `id="step.${nameOf(from)}.${event}"`),
    ]
    expect(places.filter((place) => !page.includes(place))).toEqual([])
  })

  describe.each(languages.flatMap((language) => [`${language}/${name}.svg`, `${language}/${name}.flow.svg`]))(
    '%s',
    (path) => {
      const svg = text(path)
      const groups = new Map(
        [...svg.matchAll(/<g class="[^"]*" id="([^"]+)"[^>]*>.*?<\/g>/gs)].map(([group, id]) => [id!, group]),
      )

      test('draws every state as what it is', () => {
        const drawn = [...svg.matchAll(/<g class="(node|cluster)[^"]*" id="state\.([^"]+)"/g)]
        expect(drawn.map(([, kind, state]) => `${kind} ${state}`).toSorted()).toEqual(
          states.map((node) => `${isComposite(node) ? 'cluster' : 'node'} ${nameOf(node)}`).toSorted(),
        )
      })

      test('draws one arrow between two states, with a line for each event', () => {
        const byEnds = Map.groupBy(steps, ({ from, to }) => `edge.${nameOf(from)}.${nameOf(restingPlace(to))}`)
        expect([...groups.keys()].filter((id) => id.startsWith('edge.')).toSorted()).toEqual(
          [...byEnds.keys()].toSorted(),
        )
        for (const [id, taken] of byEnds) {
          const events = taken.map(({ event }) => event)
          const group = groups.get(id)!
          expect(/ data-events="([^"]*)"/.exec(group)?.[1]).toBe(events.join(' '))
          expect([...group.matchAll(/<text data-event="(\w+)"/g)].map(([, event]) => event)).toEqual(events)
          expect([...group.matchAll(/<text class="taken" [^>]*data-event="(\w+)"/g)].map(([, event]) => event)).toEqual(
            path.endsWith('.flow.svg') ? events : [],
          )
        }
      })

      test('keeps room for figures only where a program puts them', () => {
        const nodes = [...groups].filter(([id]) =>
          states.some((node) => !isComposite(node) && id === `state.${nameOf(node)}`),
        )
        const rooms = nodes.map(([, group]) =>
          [...group.matchAll(/<text class="(count|dwell)"/g)].map(([, room]) => room),
        )
        expect(rooms).toEqual(nodes.map(() => (path.endsWith('.flow.svg') ? ['count', 'dwell'] : [])))
      })
    },
  )
})
