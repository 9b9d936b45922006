import type { AnyStateNode } from 'xstate'
import { nameOf } from '../../src/machines/chart.ts'
import type { Layout, Place, Route } from './layout.ts'
import { markAt, markOf } from './marks.ts'
import { element, type Markup } from './markup.ts'
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
import { type Box, type Row, type Sketch, sizeOf, style } from './sketch.ts'
import { stateKey, word, type Words } from './words.ts'

const fonts =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"

const margin = 12
const newLine = { markup: '\n' }

const text = (className: string, x: number, y: number, size: number, more: Attributes, words: string) =>
  element('text', { class: className, x: tenth(x), y: tenth(y), 'font-size': size, ...more }, words)

const title = { 'font-weight': 600 }
const centred = { 'text-anchor': 'middle' }

const rowAt = (row: Row, { x, y }: Place, index: number, figuresAt: number | undefined) => {
  const base = y + style.inset / 2 + 12.5 + index * style.line
  const left = x + style.inset
  const size = sizeOf(row)
  const colour = row.isEvent ? ink : 'var(--effect)'
  const start = left + (row.mark ? style.mark : 0)
  const taken = { 'data-event': row.event, ...title }
  return [
    row.mark && markAt(row.mark, tenth(left), tenth(base - 10), colour),
    row.isEvent
      ? element('text', { 'data-event': row.event, x: tenth(start), y: tenth(base), 'font-size': size }, row.text)
      : text('effect', start, base, size, { fill: colour }, row.text),
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
    element('rect', { class: 'paper', ...label, rx: 4, fill: 'var(--paper)' }),
    rows.map((row, index) => rowAt(row, label, index, figuresAt)),
  )
}

const boxAt = ({ kind, title: words }: Box, place: Place, hasFigures: boolean) => {
  const { x, y, width } = place
  const middle = x + width / 2
  const mark = markOf(kind)
  const beside = mark ? middle + style.mark / 2 : middle
  return [
    shapeOf(kind, place),
    mark && markAt(mark, tenth(x + 10), tenth(y + 13), ink),
    text('title', beside, y + 23.5, style.title, { ...title, ...centred }, words),
    hasFigures && text('count', middle, y + 42, style.title, centred, ''),
    hasFigures && text('dwell', middle, y + 42 + style.line, style.small, centred, ''),
  ]
}

const clusterAt = (node: AnyStateNode, place: Place, words: Words) => [
  rounded(place, 10, { fill: 'var(--group)', stroke: 'var(--line)', 'stroke-width': 1 }),
  text('title', place.x + 12, place.y + 19, style.title, title, word(words, stateKey(node))),
]

export type Drawing = { sketch: Sketch; layout: Layout; words: Words }

/**
 * The diagram as one `svg` element. `file` is a picture of its own, light or dark as its reader's system is; `guest` brings its
 * colours along and leaves the scheme to the page it is put into; `page` is part of a page with the stylesheet, where `href` makes
 * every state a link.
 */
export const svgOf = (
  { sketch, layout, words }: Drawing,
  { as, href }: { as: 'file' | 'guest' | 'page'; href?: (state: string) => string },
): Markup => {
  const width = layout.width + 2 * margin
  const height = layout.height + 2 * margin
  const scheme = as === 'file' ? 'color-scheme: light dark; ' : ''
  const state = (className: string, name: string, inside: Part) =>
    element('g', { class: className, id: `state.${name}` }, href ? element('a', { href: href(name) }, inside) : inside)
  const parts = [
    element('rect', { class: 'paper', x: -margin, y: -margin, width, height, fill: 'var(--paper)' }),
    ...layout.clusters.map(({ node, place }) => state('cluster', nameOf(node), clusterAt(node, place, words))),
    ...sketch.arrows.map((arrow) =>
      edgeAt(
        layout.routes.find((route) => route.arrow === arrow)!,
        sketch.hasFigures,
      ),
    ),
    ...sketch.boxes.map((box) =>
      state(`node ${box.kind}`, box.name, boxAt(box, layout.states.get(box.name)!, sketch.hasFigures)),
    ),
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
