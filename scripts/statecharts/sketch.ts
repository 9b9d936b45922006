import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { nameOf, restingPlace, type Step, stepsOf } from '../../src/machines/chart.ts'
import { linesOf, widthOf } from './measure.ts'
import { goesBack, type Kind, kindOf, leavesOf, mainLine } from './reading.ts'
import { stateKey, word, type Words } from './words.ts'

/** Font sizes and distances of the diagrams, in pixels. */
export const style = {
  title: 13,
  text: 12,
  small: 11,
  line: 17,
  mark: 17,
  inset: 6,
  padding: 14,
  gap: 12,
  widest: 130,
  widestTitle: 140,
}

/** A leaf state as it is drawn: its name, and below it what happens there without leaving it. */
export type Box = {
  node: AnyStateNode
  name: string
  title: string[]
  kind: Kind
  /** How high it is without what happens there. */
  head: number
  width: number
  height: number
}

/** A row of an arrow's label, in one or more lines: an event, or what the system then does by itself. */
export type Row = {
  event: string
  lines: string[]
  mark: 'deadline' | 'effect' | 'stays' | undefined
  isEvent: boolean
}

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

/** Whether an arrow leads nowhere: it is drawn as rows in its state. */
export const staysPut = ({ from, to }: Arrow): boolean => from === to

/** What is drawn, before anything has its place. With `hasFigures` there is room for a program's figures. */
export type Sketch = { machine: AnyStateMachine; boxes: Box[]; arrows: Arrow[]; hasFigures: boolean }

// The widest figures that must fit: a count in any language, and how long orders stayed.
const widestCount = '1.234.567'
const widestDwell = 'median 9 h 59 min · p90 9 h 59 min'

export const isComposite = (node: AnyStateNode): boolean => node.type === 'compound' || node.type === 'parallel'

/** Whether a state is another or stands somewhere in it. */
export const isWithin = (node: AnyStateNode, composite: AnyStateNode): boolean =>
  node === composite || (node.parent !== undefined && isWithin(node.parent, composite))

const boxOf = (
  machine: AnyStateMachine,
  node: AnyStateNode,
  words: Words,
  { hasFigures, loop }: { hasFigures: boolean; loop: Arrow | undefined },
): Box => {
  const title = linesOf(word(words, stateKey(node)), style.title, style.widestTitle, true)
  const text = Math.max(...title.map((line) => widthOf(line, style.title, true))) + style.mark
  const dwell = hasFigures ? widthOf(widestDwell, style.small) : 0
  const head = 38 + (title.length - 1 + (hasFigures ? 2 : 0)) * style.line
  return {
    node,
    name: nameOf(node),
    title,
    kind: kindOf(machine, node),
    head,
    width: Math.max(text + 2 * style.padding, dwell + 2 * style.inset, loop?.width ?? 0),
    height: head + (loop?.height ?? 0),
  }
}

const rowOf = (row: Omit<Row, 'lines'>, text: string): Row => ({
  ...row,
  lines: linesOf(text, sizeOf(row), style.widest),
})

const rowsOf = ({ from, to, event, meta, effects }: Step, words: Words): Row[] => {
  const mark = meta.after ? 'deadline' : to === from ? 'stays' : undefined
  return [
    rowOf({ event, mark, isEvent: true }, word(words, `event.${event}`)),
    ...effects.map((name) => rowOf({ event, mark: 'effect', isEvent: false }, word(words, `effect.${name}`))),
  ]
}

export const sizeOf = ({ isEvent }: Pick<Row, 'isEvent'>): number => (isEvent ? style.text : style.small)

/** Where the lines of a row begin: behind its mark; those that go on without one are indented. */
export const indentOf = ({ mark }: Row, line: number): number => (mark ? style.mark : line > 0 ? style.gap : 0)

const widest = (rows: readonly Row[]) =>
  Math.max(...rows.flatMap((row) => row.lines.map((line, index) => widthOf(line, sizeOf(row)) + indentOf(row, index))))

export const linesIn = (rows: readonly Row[]): number => rows.reduce((sum, { lines }) => sum + lines.length, 0)

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
    height: linesIn(rows) * style.line + style.inset,
  }
}

export const sketchOf = (machine: AnyStateMachine, words: Words, hasFigures = false): Sketch => {
  const byEnds = Object.groupBy(stepsOf(machine), ({ from, to }) => `${nameOf(from)} ${nameOf(restingPlace(to))}`)
  const arrows = Object.values(byEnds).map((steps) => arrowOf(machine, steps!, words, hasFigures))
  const loopOf = (node: AnyStateNode) => arrows.find((arrow) => arrow.from === node && staysPut(arrow))
  return {
    machine,
    boxes: leavesOf(machine).map((node) => boxOf(machine, node, words, { hasFigures, loop: loopOf(node) })),
    arrows,
    hasFigures,
  }
}
