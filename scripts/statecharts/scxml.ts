import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { nameOf, type Step, stepsFrom } from '../../src/machines/chart.ts'
import { element, type Markup } from './markup.ts'

const namespaces = { xmlns: 'http://www.w3.org/2005/07/scxml', 'xmlns:loket': 'urn:loket:chart' }

/** An effect is an event to the server, which does the work: SCXML has no other word for it. */
const effectOf = (name: string): Markup => element('send', { event: `effect.${name}` })

const transitionOf = ({ from, to, event, guards, effects, meta }: Step, idOf: (node: AnyStateNode) => string): Markup =>
  element(
    'transition',
    {
      event,
      cond: guards.length > 0 ? guards.map((rule) => `${rule}()`).join(' && ') : undefined,
      target: to === from ? undefined : idOf(to),
      'loket:interface': meta.interface,
      'loket:asks': meta.asks?.join(' '),
      'loket:tone': meta.tone,
      'loket:deadline': meta.after,
    },
    ...effects.map(effectOf),
  )

/**
 * A chart as SCXML of the W3C, version 1.0, with a final line break. Rules are calls in `cond`. Interfaces, forms'
 * fields and deadlines are attributes of a namespace of their own, which other tools leave alone.
 */
export const scxmlOf = (machine: AnyStateMachine): string => {
  const idOf = (node: AnyStateNode) => nameOf(node) || machine.id
  const stateOf = (node: AnyStateNode): Markup => {
    const inside = [
      ...stepsFrom(machine, node).map((step) => transitionOf(step, idOf)),
      ...Object.values(node.states as Record<string, AnyStateNode>).map(stateOf),
    ]
    const tag = node.type === 'parallel' || node.type === 'final' ? node.type : 'state'
    const initial = node.type === 'compound' ? idOf(node.initial.target[0]!) : undefined
    return element(tag, { id: idOf(node), initial }, ...inside)
  }
  const head = { ...namespaces, version: '1.0', name: machine.id, datamodel: 'ecmascript', initial: machine.id }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${indented(element('scxml', head, stateOf(machine.root)).markup)}\n`
}

/** One element a line, two spaces deeper in each. An attribute's text has no angle bracket, because it is escaped. */
const indented = (xml: string): string => {
  let depth = 0
  return xml
    .split(/(?<=>)(?=<)/)
    .map((tag) => {
      if (tag.startsWith('</')) depth -= 1
      const line = '  '.repeat(depth) + tag
      if (!tag.startsWith('</') && !tag.endsWith('/>')) depth += 1
      return line
    })
    .join('\n')
}
