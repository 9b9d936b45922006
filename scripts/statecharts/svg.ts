import type { AnyStateNode } from 'xstate'
import { nameOf } from '../../src/machines/chart.ts'
import { cornersOf, isOn } from './corners.ts'
import type { Layout, Place, Route } from './layout.ts'
import { markAt, markOf } from './marks.ts'
import { element, type Markup } from './markup.ts'
import { widthOf } from './measure.ts'
import {
  type Attributes,
  colourDeclarations,
  ink,
  type Part,
  rounded,
  shapeOf,
  strokeOf,
  tenth,
  toneOf,
} from './shapes.ts'
import { type Arrow, type Box, indentOf, linesIn, type Row, type Sketch, sizeOf, staysPut, style } from './sketch.ts'
import { stateKey, word, type Words } from './words.ts'

const fonts =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"

const margin = 12
const newLine = { markup: '\n' }

const text = (className: string, x: number, y: number, size: number, more: Attributes, words: Part) =>
  element('text', { class: className, x: tenth(x), y: tenth(y), 'font-size': size, ...more }, words)

const title = { 'font-weight': 600 }
const centred = { 'text-anchor': 'middle' }

/** The lines of one text, each below the one before it. */
const linesAt = ([first, ...others]: readonly string[], start: (line: number) => number): Part => [
  first!,
  others.map((line, index) => [' ', element('tspan', { x: start(index + 1), dy: style.line }, line)]),
]

/** A row whose first line is the nth of its label. */
const rowAt = (row: Row, { x, y }: Place, nth: number, figuresAt: number | undefined) => {
  const base = y + style.inset / 2 + 12.5 + nth * style.line
  const left = x + style.inset
  const size = sizeOf(row)
  const colour = row.isEvent ? ink : 'var(--effect)'
  const start = (line: number) => tenth(left + indentOf(row, line))
  const words = linesAt(row.lines, start)
  const taken = { 'data-event': row.event, ...title }
  const place = { x: start(0), y: tenth(base), 'font-size': size }
  return [
    row.mark && markAt(row.mark, tenth(left), tenth(base - 10), colour),
    row.isEvent
      ? element('text', { 'data-event': row.event, ...place }, words)
      : element('text', { class: 'effect', ...place, fill: colour }, words),
    figuresAt !== undefined && row.isEvent && text('taken', figuresAt, base, size, taken, ''),
  ]
}

const edgeAt = ({ arrow, label, strokes }: Route, hasFigures: boolean) => {
  const { from, to, rows, isMain } = arrow
  const figuresAt = hasFigures ? label.x + style.inset + arrow.figuresAt : undefined
  const events = rows.filter((row) => row.isEvent).map(({ event }) => event)
  return element(
    'g',
    {
      class: isMain ? 'edge main' : 'edge',
      id: `edge.${nameOf(from)}.${nameOf(to)}`,
      'data-from': nameOf(from),
      'data-to': nameOf(to),
      'data-events': events.join(' '),
    },
    strokes.map((stroke) => strokeOf(stroke, toneOf(arrow))),
    element('rect', { class: 'paper', ...label, rx: 4, fill: staysPut(arrow) ? 'none' : 'var(--paper)' }),
    rows.map((row, index) => rowAt(row, label, linesIn(rows.slice(0, index)), figuresAt)),
  )
}

const boxAt = ({ kind, title: lines }: Box, place: Place, hasFigures: boolean) => {
  const { x, y, width } = place
  const middle = x + width / 2
  const mark = markOf(kind)
  const below = y + 42 + (lines.length - 1) * style.line
  const beside = mark ? middle + style.mark / 2 : middle
  return [
    shapeOf(kind, place),
    mark && markAt(mark, tenth(x + 10), tenth(y + 13), ink),
    text(
      'title',
      beside,
      y + 23.5,
      style.title,
      { ...title, ...centred },
      linesAt(lines, () => tenth(beside)),
    ),
    hasFigures && text('count', middle, below, style.title, centred, ''),
    hasFigures && text('dwell', middle, below + style.line, style.small, centred, ''),
  ]
}

/** The leftmost place at the top of a composite where no arrow runs through its name. */
export const nameAt = ({ x, y, width }: Place, name: string, routes: readonly Route[]): Place => {
  const size = { y: y + 6, width: widthOf(name, style.title, true), height: style.line }
  const corners = routes.flatMap(({ strokes }) => strokes.flatMap(({ points }) => cornersOf(points)))
  const last = x + width - 12 - size.width
  for (let left = x + 12; left <= last; left += 4)
    if (!corners.some((corner) => isOn(corner, { x: left, ...size }, 4))) return { x: left, ...size }
  return { x: x + 12, ...size }
}

const clusterAt = (node: AnyStateNode, place: Place, { words, layout }: Drawing) => {
  const name = word(words, stateKey(node))
  return [
    rounded(place, 10, { fill: 'var(--group)', stroke: 'var(--line)', 'stroke-width': 1 }),
    text('title', nameAt(place, name, layout.routes).x, place.y + 19, style.title, title, name),
  ]
}

export type Drawing = { sketch: Sketch; layout: Layout; words: Words }

/**
 * The diagram as one `svg` element. `file` is a picture of its own, light or dark as its reader's system is; `guest` brings its
 * colours along and leaves the scheme to the page it is put into; `page` is part of a page with the stylesheet, where `href` makes
 * every state a link.
 */
export const svgOf = (
  drawing: Drawing,
  { as, href }: { as: 'file' | 'guest' | 'page'; href?: (state: string) => string },
): Markup => {
  const { sketch, layout, words } = drawing
  const width = layout.width + 2 * margin
  const height = layout.height + 2 * margin
  const scheme = as === 'file' ? 'color-scheme: light dark; ' : ''
  const state = (className: string, name: string, inside: Part) =>
    element('g', { class: className, id: `state.${name}` }, href ? element('a', { href: href(name) }, inside) : inside)
  const edgesOf = (isDrawn: (arrow: Arrow) => boolean) =>
    sketch.arrows.filter(isDrawn).map((arrow) =>
      edgeAt(
        layout.routes.find((route) => route.arrow === arrow)!,
        sketch.hasFigures,
      ),
    )
  const parts = [
    element('rect', { class: 'paper', x: -margin, y: -margin, width, height, fill: 'var(--paper)' }),
    ...layout.clusters.map(({ node, place }) => state('cluster', nameOf(node), clusterAt(node, place, drawing))),
    ...edgesOf((arrow) => !staysPut(arrow)),
    ...sketch.boxes.map((box) =>
      state(`node ${box.kind}`, box.name, boxAt(box, layout.states.get(box.name)!, sketch.hasFigures)),
    ),
    ...edgesOf(staysPut),
  ]
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `${-margin} ${-margin} ${width} ${height}`,
      width,
      height,
      role: 'group',
      'aria-label': word(words, 'title'),
      'font-family': fonts,
      fill: ink,
      style: as === 'page' ? undefined : `${scheme}${colourDeclarations}`,
    },
    parts.map((part) => [newLine, part]),
    newLine,
  )
}
