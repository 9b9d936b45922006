import { instance } from '@viz-js/viz'
import type { AnyStateNode } from 'xstate'
import { nameOf, statesOf } from '../../src/machines/chart.ts'
import { clusterName, graphOf, halfName, labelName, type Size } from './graph.ts'
import { type Arrow, isComposite, type Sketch, staysPut } from './sketch.ts'
import { spread } from './spread.ts'

const viz = await instance()

export type Point = readonly [x: number, y: number]
export type Place = { x: number; y: number; width: number; height: number }
/** One half of an arrow: a start and then three points a cubic curve, in the arrow's direction; `tip` is where its head ends. */
export type Stroke = { points: Point[]; tip: Point | undefined }
/** An arrow runs from a state to its label and on to the other state; one that stays has none. */
export type Route = { arrow: Arrow; label: Place; strokes: Stroke[] }
/** Everything in pixels from the top left. */
export type Layout = {
  width: number
  height: number
  states: Map<string, Place>
  clusters: { node: AnyStateNode; place: Place }[]
  routes: Route[]
}

type Placed = {
  bb: string
  objects: { name: string; pos?: string; bb?: string }[]
  edges: { pos: string; id: string }[]
}

const numbers = (text: string) => text.split(',').map(Number)
const tenth = (n: number) => Math.round(n * 10) / 10

/** The events that do not leave a state stand at its bottom. */
const inside = ({ x, y, width, height }: Place, rows: Size): Place => ({
  x: tenth(x + (width - rows.width) / 2),
  y: tenth(y + height - rows.height - 2),
  width: rows.width,
  height: rows.height,
})

/** Where everything stands. Throws when Graphviz refuses the graph. */
export const layoutOf = (sketch: Sketch): Layout => {
  const placed = viz.renderJSON(graphOf(sketch), { format: 'json0' }) as Placed
  const objects = new Map(placed.objects.map((object) => [object.name, object]))
  const edges = new Map(placed.edges.map((edge) => [edge.id, edge]))
  const [, , width, height] = numbers(placed.bb) as [number, number, number, number]

  // Graphviz counts upwards.
  const point = (text: string): Point => {
    const [x, y] = numbers(text) as [number, number]
    return [tenth(x), tenth(height - y)]
  }
  const around = (text: string, size: Size): Place => {
    const [x, y] = point(text)
    return { x: tenth(x - size.width / 2), y: tenth(y - size.height / 2), width: size.width, height: size.height }
  }
  const stroke = ({ pos }: Placed['edges'][number]): Stroke => {
    const parts = pos.split(' ')
    const tip = parts.find((part) => /^[es],/.test(part))
    const points = parts.filter((part) => part !== tip).map(point)
    return { points: tip?.startsWith('s') ? points.toReversed() : points, tip: tip ? point(tip.slice(2)) : undefined }
  }
  const border = (node: AnyStateNode): Place => {
    const [left, bottom, right, top] = numbers(objects.get(clusterName(node))!.bb!) as [number, number, number, number]
    return { x: tenth(left), y: tenth(height - top), width: tenth(right - left), height: tenth(top - bottom) }
  }

  const states = new Map(sketch.boxes.map((box) => [box.name, around(objects.get(box.name)!.pos!, box)]))
  const routes = sketch.arrows.map((arrow): Route => {
    if (staysPut(arrow)) return { arrow, label: inside(states.get(nameOf(arrow.from))!, arrow), strokes: [] }
    const halves = (['to', 'on'] as const).map((half) => edges.get(halfName(arrow, half))!)
    return { arrow, label: around(objects.get(labelName(arrow))!.pos!, arrow), strokes: halves.map(stroke) }
  })
  spread(routes, states.values())
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    states,
    clusters: statesOf(sketch.machine.root)
      .filter(isComposite)
      .map((node) => ({ node, place: border(node) })),
    routes,
  }
}
