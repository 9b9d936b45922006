import type { Place, Point, Stroke } from './layout.ts'
import { markAt, markOf } from './marks.ts'
import { element, type Markup } from './markup.ts'
import type { Kind } from './reading.ts'
import type { Arrow } from './sketch.ts'

// Each for a light and a dark page; whoever shows the diagram says by `color-scheme` which it is.
const colours = {
  paper: 'light-dark(#ffffff, #16191d)',
  ink: 'light-dark(#1c2127, #e7eaee)',
  line: 'light-dark(#5b6673, #a3adba)',
  group: 'light-dark(#f1f3f6, #20252b)',
  effect: 'light-dark(#1d5fa8, #8fbdf2)',
  start: 'light-dark(#ffffff, #16191d)',
  plain: 'light-dark(#ffffff, #262b31)',
  system: 'light-dark(#efe9fb, #352b4d)',
  customer: 'light-dark(#e3f4f4, #173a3c)',
  waiting: 'light-dark(#fff3d6, #463710)',
  held: 'light-dark(#dceafc, #1b3a5e)',
  good: 'light-dark(#ddf3e2, #17402a)',
  bad: 'light-dark(#f3e3e1, #44282a)',
}

/** The diagrams' colours as CSS declarations, for the stylesheet of pages that have diagrams in them. */
export const colourDeclarations: string = Object.entries(colours)
  .map(([name, tones]) => `--${name}: ${tones}`)
  .join('; ')

export const ink = 'var(--ink)'
export const tenth = (n: number): number => Math.round(n * 10) / 10

export type Attributes = Parameters<typeof element>[1]
export type Part = Parameters<typeof element>[2]

const at = ([x, y]: Point) => `${x} ${y}`

export const toneOf = ({ isMain, goesBack }: Pick<Arrow, 'isMain' | 'goesBack'>) => ({
  colour: isMain ? ink : 'var(--line)',
  line: { 'stroke-width': isMain ? 2.6 : 1.3, 'stroke-dasharray': goesBack ? '6 4' : undefined },
})

const lineAlong = ({ points: [start, ...curve], tip }: Stroke) =>
  `M${at(start!)}C${curve.map(at).join(' ')}${tip ? `L${at(tip)}` : ''}`

/** A triangle from where the line's curve ends to its tip. */
const headAt = ([x, y]: Point, tip: Point) => {
  const length = Math.hypot(tip[0] - x, tip[1] - y)
  const aside: Point = [(-(tip[1] - y) / length) * 4.5, ((tip[0] - x) / length) * 4.5]
  const corners: Point[] = [1, -1].map((side) => [tenth(x + side * aside[0]), tenth(y + side * aside[1])])
  return `M${at(tip)}L${corners.map(at).join('L')}z`
}

/** A half of an arrow, with its head where it ends. */
export const strokeOf = (stroke: Stroke, tone: ReturnType<typeof toneOf>): Part => [
  element('path', { class: 'line', fill: 'none', stroke: tone.colour, ...tone.line, d: lineAlong(stroke) }),
  stroke.tip && element('path', { class: 'head', fill: tone.colour, d: headAt(stroke.points.at(-1)!, stroke.tip) }),
]

export const rounded = (place: Place, radius: number, look: Attributes) =>
  element('rect', { class: 'shape', ...place, rx: radius, stroke: ink, ...look })

/** The outline tells the kinds apart without colour: dashed while it waits, heavy while it is held, double at an end. */
export const shapeOf = (kind: Kind, place: Place): Part => {
  const { x, y, width, height } = place
  const inner = { x: tenth(x + 3), y: tenth(y + 3), width: width - 6, height: height - 6 }
  return [
    rounded(place, kind === 'start' ? Math.min(height / 2, 19) : 7, {
      fill: `var(--${kind})`,
      'stroke-width': kind === 'held' ? 2.4 : 1.3,
      'stroke-dasharray': kind === 'waiting' ? '5 3' : undefined,
    }),
    (kind === 'good' || kind === 'bad') && rounded(inner, 5, { fill: 'none', 'stroke-width': 1 }),
  ]
}

const sample = (...inside: Part[]) =>
  element('svg', { class: 'sample', viewBox: '-1 -1 36 24', width: 36, height: 24, 'aria-hidden': 'true' }, ...inside)

/** A small box as the diagram has it, for the legend and the headings. */
export const sampleOf = (kind: Kind): Markup => {
  const mark = markOf(kind)
  return sample(shapeOf(kind, { x: 0, y: 0, width: 34, height: 22 }), mark && markAt(mark, 11, 5, ink))
}

/** What the diagrams show beside states. */
export const signs = ['main', 'back', 'stays', 'deadline', 'effect'] as const

/** A sign as the diagram has it, for the legend: arrows as lines, the others as marks. */
export const signOf = (sign: (typeof signs)[number]): Markup => {
  if (sign === 'deadline' || sign === 'stays') return sample(markAt(sign, 11, 5, ink))
  if (sign === 'effect') return sample(markAt(sign, 11, 5, 'var(--effect)'))
  const straight: Stroke = {
    points: [
      [0, 11],
      [8, 11],
      [16, 11],
      [25, 11],
    ],
    tip: [34, 11],
  }
  return sample(strokeOf(straight, toneOf({ isMain: sign === 'main', goesBack: sign === 'back' })))
}
