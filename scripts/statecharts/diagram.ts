import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { type Step, stepsOf } from './chart.ts'
import { stateKey, word, type Words } from './words.ts'

const idOf = (node: AnyStateNode) => node.path.join('_')

// Mermaid reads punctuation in a label as syntax.
const plain = (text: string) =>
  text
    .replace(/[^\p{L}\p{N} ]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()

const label = ({ event, meta, effects }: Step, words: Words) =>
  [
    `${meta.after ? '⏱ ' : ''}${plain(word(words, `event.${event}`))}`,
    ...effects.map((name) => `→! ${plain(word(words, `effect.${name}`))}`),
  ].join('<br>')

const entry = (node: AnyStateNode) => (node.type === 'compound' ? [`[*] --> ${idOf(node.initial.target[0]!)}`] : [])

const body = (node: AnyStateNode, words: Words): string[] => {
  const children = Object.values(node.states).map((child: AnyStateNode) => declaration(child, words))
  const regions = node.type === 'parallel' && node.parent !== undefined
  return [...entry(node), ...children.flatMap((lines, index) => (regions && index > 0 ? ['--', ...lines] : lines))]
}

const declaration = (node: AnyStateNode, words: Words): string[] => {
  const named = `state "${plain(word(words, stateKey(node)))}" as ${idOf(node)}`
  const inside = body(node, words).map((line) => `  ${line}`)
  return inside.length > 0 ? [`${named} {`, ...inside, '}'] : [named]
}

// Arrows between the same two states lie over each other, so they share one.
const arrows = (machine: AnyStateMachine, words: Words) => {
  const byEnds = Object.groupBy(stepsOf(machine), ({ from, to }) => `${idOf(from)} --> ${idOf(to)}`)
  return Object.entries(byEnds).map(
    ([ends, steps]) => `${ends} : ${steps!.map((step) => label(step, words)).join('<br>')}`,
  )
}

const ends = ({ root }: AnyStateMachine) =>
  root.ownEvents.length > 0 ? [] : Object.values(root.states).filter((node: AnyStateNode) => node.events.length === 0)

/** The chart as a Mermaid state diagram, in the words of one language. */
export const diagram = (machine: AnyStateMachine, words: Words): string =>
  [
    'stateDiagram-v2',
    ...[
      ...body(machine.root, words),
      // All at the end: inside a composite Mermaid would pull the target into it.
      ...arrows(machine, words),
      ...ends(machine).map((node) => `${idOf(node)} --> [*]`),
    ].map((line) => `  ${line}`),
  ].join('\n')
