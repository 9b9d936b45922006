import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { nameOf, restingPlace, type Step, stepsOf } from '../../src/machines/chart.ts'
import { widthOf } from './measure.ts'
import { goesBack, type Kind, kindOf, leavesOf, mainLine } from './reading.ts'
import { stateKey, word, type Words } from './words.ts'

/** Font sizes and distances of the diagrams, in pixels. */
export const style = { title: 13, text: 12, small: 11, line: 17, mark: 17, inset: 6, padding: 14, gap: 12 }

/** A leaf state as it is drawn. */
export type Box = { node: AnyStateNode; name: string; title: string; kind: Kind; width: number; height: number }

/** A row of an arrow's label: an event, or what the system then does by itself. */
export type Row = { event: string; text: string; mark: 'deadline' | 'effect' | undefined; isEvent: boolean }

/** All transitions between the same two states, as one arrow; its size is that of its label. */
export type Arrow = {
  from: AnyStateNode
  to: AnyStateNode
  rows: Row[]
  isMain: boolean
  goesBack: boolean
  /** Where its counts stand, from where its words begin. */
  figuresAt: number
  width: number
  height: number
}

/** What is drawn, before anything has its place. With `hasFigures` there is room for a program's figures. */
export type Sketch = { machine: AnyStateMachine; boxes: Box[]; arrows: Arrow[]; hasFigures: boolean }

// The widest figures that must fit: a count in any language, and how long orders stayed.
const widestCount = '1.234.567'
const widestDwell = 'median 9 h 59 min · p90 9 h 59 min'

export const isComposite = (node: AnyStateNode): boolean => node.type === 'compound' || node.type === 'parallel'

/** Whether a state is another or stands somewhere in it. */
export const isWithin = (node: AnyStateNode, composite: AnyStateNode): boolean =>
  node === composite || (node.parent !== undefined && isWithin(node.parent, composite))

const boxOf = (machine: AnyStateMachine, node: AnyStateNode, words: Words, hasFigures: boolean): Box => {
  const title = word(words, stateKey(node))
  const text = widthOf(title, style.title, true) + style.mark
  const dwell = hasFigures ? widthOf(widestDwell, style.small) : 0
  return {
    node,
    name: nameOf(node),
    title,
    kind: kindOf(machine, node),
    width: Math.max(text, dwell) + 2 * style.padding,
    height: hasFigures ? 38 + 2 * style.line : 38,
  }
}

const rowsOf = ({ event, meta, effects }: Step, words: Words): Row[] => [
  { event, text: word(words, `event.${event}`), mark: meta.after ? 'deadline' : undefined, isEvent: true },
  ...effects.map((name) => ({ event, text: word(words, `effect.${name}`), mark: 'effect' as const, isEvent: false })),
]

export const sizeOf = (row: Row): number => (row.isEvent ? style.text : style.small)

const widest = (rows: readonly Row[]) =>
  Math.max(...rows.map((row) => widthOf(row.text, sizeOf(row)) + (row.mark ? style.mark : 0)))

const arrowOf = (machine: AnyStateMachine, steps: Step[], words: Words, hasFigures: boolean): Arrow => {
  const { from, to: target } = steps[0]!
  const to = target === from ? from : restingPlace(target)
  const line = mainLine(machine)
  const rows = steps.flatMap((step) => rowsOf(step, words))
  // Right behind the longest name: at the label's far end a count would stand nearer to the neighbour's words.
  const figuresAt = widest(rows.filter(({ isEvent }) => isEvent)) + style.gap
  const figures = hasFigures ? figuresAt + widthOf(widestCount, style.text, true) : 0
  return {
    from,
    to,
    rows,
    isMain: line.includes(from) && line[line.indexOf(from) + 1] === to,
    goesBack: goesBack(machine, { from, to }),
    figuresAt,
    width: Math.max(widest(rows), figures) + 2 * style.inset,
    height: rows.length * style.line + style.inset,
  }
}

export const sketchOf = (machine: AnyStateMachine, words: Words, hasFigures = false): Sketch => {
  const byEnds = Object.groupBy(stepsOf(machine), ({ from, to }) => `${nameOf(from)} ${nameOf(restingPlace(to))}`)
  return {
    machine,
    boxes: leavesOf(machine).map((node) => boxOf(machine, node, words, hasFigures)),
    arrows: Object.values(byEnds).map((steps) => arrowOf(machine, steps!, words, hasFigures)),
    hasFigures,
  }
}
