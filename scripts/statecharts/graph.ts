import type { Graph } from '@viz-js/viz'
import type { AnyStateNode } from 'xstate'
import { nameOf, statesOf } from '../../src/machines/chart.ts'
import { leavesOf } from './reading.ts'
import { type Arrow, isComposite, isWithin, type Sketch, staysPut } from './sketch.ts'

export type Size = { width: number; height: number }
export const clusterName = (node: AnyStateNode) => `cluster ${nameOf(node)}`
export const labelName = ({ from, to }: Arrow) => `label ${nameOf(from)} ${nameOf(to)}`
export const halfName = (arrow: Arrow, half: 'to' | 'on') => `${labelName(arrow)} ${half}`

// Graphviz measures nodes in inches of 72 pixels, and has no fonts here: an empty table of the right size holds a text's place.
const sized = ({ width, height }: Size) => ({
  width: width / 72,
  height: height / 72,
  fixedsize: true,
  shape: 'box',
  label: '',
})
const reserved = ({ width, height }: Size) => ({
  html: `<table border="0" fixedsize="true" width="${width}" height="${height}"><tr><td></td></tr></table>`,
})

/** The innermost composite that holds both ends of an arrow: its label is drawn in there. */
const homeOf = ({ from, to }: Arrow): AnyStateNode => {
  let home = from
  while (!isComposite(home) || !isWithin(to, home)) home = home.parent!
  return home
}

const nodesIn = (home: AnyStateNode, { boxes, arrows }: Sketch) => {
  const onMain = new Set(arrows.flatMap((arrow) => (arrow.isMain ? [nameOf(arrow.from), nameOf(arrow.to)] : [])))
  const node = (name: string, size: Size, isMain: boolean) => ({
    name,
    attributes: { ...sized(size), ...(isMain ? { group: 'main' } : {}) },
  })
  return [
    ...boxes.filter((box) => box.node.parent === home).map((box) => node(box.name, box, onMain.has(box.name))),
    ...arrows
      .filter((arrow) => !staysPut(arrow) && homeOf(arrow) === home)
      .map((arrow) => node(labelName(arrow), arrow, arrow.isMain)),
  ]
}

const clustersIn = (home: AnyStateNode, sketch: Sketch): NonNullable<Graph['subgraphs']> =>
  Object.values(home.states as Record<string, AnyStateNode>)
    .filter(isComposite)
    .map((node) => ({
      name: clusterName(node),
      graphAttributes: { margin: 14, label: reserved({ width: 100, height: 14 }) },
      nodes: nodesIn(node, sketch),
      subgraphs: [...clustersIn(node, sketch), ...sidesIn(node, sketch)],
    }))

type Edges = NonNullable<Graph['edges']>

const halvesOf = (arrow: Arrow, { machine }: Sketch): Edges => {
  const { from, to, isMain, goesBack } = arrow
  // Graphviz ties an edge to a node in the cluster and cuts it where it meets the cluster's border.
  const anchor = isComposite(from) ? leavesOf(machine).findLast((leaf) => isWithin(leaf, from))! : from
  const label = labelName(arrow)
  // Its label stands near where it begins: where arrows end there are more of them side by side.
  const first = { id: halfName(arrow, 'to'), dir: 'none', weight: isMain ? 100 : 2 }
  const second = { id: halfName(arrow, 'on'), weight: isMain ? 100 : 1 }
  const border = clusterName(from)
  // An arrow that goes back is laid out upside down, so that it does not pull the process out of its order.
  return goesBack
    ? [
        { tail: nameOf(to), head: label, attributes: { ...second, dir: 'back' } },
        {
          tail: label,
          head: nameOf(anchor),
          attributes: { ...first, ...(isComposite(from) ? { lhead: border } : {}) },
        },
      ]
    : [
        {
          tail: nameOf(anchor),
          head: label,
          attributes: { ...first, ...(isComposite(from) ? { ltail: border } : {}) },
        },
        { tail: label, head: nameOf(to), attributes: second },
      ]
}

const sideBySide = (left: Arrow, right: Arrow) => ({
  graphAttributes: { rank: 'same' },
  edges: [{ tail: labelName(left), head: labelName(right), attributes: { style: 'invis' } }],
})

/** What only ends stands left of the main line, and what undoes a step of it stands right of that step. */
const sidesIn = (home: AnyStateNode, { arrows }: Sketch): NonNullable<Graph['subgraphs']> => {
  const here = arrows.filter((arrow) => !staysPut(arrow) && homeOf(arrow) === home)
  const isDeadEnd = (node: AnyStateNode) => arrows.filter(({ from, to }) => from === node || to === node).length === 1
  return here
    .filter((main) => main.isMain)
    .flatMap((main) => [
      ...here
        .filter((arrow) => arrow.from === main.from && isDeadEnd(arrow.to))
        .map((arrow) => sideBySide(arrow, main)),
      ...here
        .filter((arrow) => arrow.from === main.to && arrow.to === main.from)
        .map((arrow) => sideBySide(main, arrow)),
    ])
}

/** The region with the main line stands above the other regions, which stand in pairs to keep the diagram narrow. */
const stackedIn = ({ machine, arrows }: Sketch): Edges => {
  const onMain = arrows.filter(({ isMain }) => isMain).flatMap(({ from, to }) => [from, to])
  const leavesIn = (region: AnyStateNode) => leavesOf(machine).filter((leaf) => isWithin(leaf, region))
  const below = (lower: AnyStateNode, upper: AnyStateNode) =>
    leavesIn(upper).map((leaf) => ({
      tail: nameOf(leaf),
      head: nameOf(leavesIn(lower)[0]!),
      attributes: { style: 'invis', weight: 9 },
    }))
  return statesOf(machine.root)
    .filter(({ type }) => type === 'parallel')
    .flatMap((node) => {
      const regions = Object.values(node.states as Record<string, AnyStateNode>)
      const first = regions.find((region) => leavesIn(region).some((leaf) => onMain.includes(leaf)))
      const others = regions.filter((region) => first && region !== first)
      return others.flatMap((region, index) => below(region, others[index - 2] ?? first!))
    })
}

/** What Graphviz is told: states and labels as boxes, composites as clusters, an arrow as two edges through its label. */
export const graphOf = (sketch: Sketch): Graph => {
  const { root } = sketch.machine
  return {
    graphAttributes: { rankdir: 'TB', compound: true, nodesep: 0.14, ranksep: 0.22, splines: 'spline' },
    nodes: nodesIn(root, sketch),
    subgraphs: [...clustersIn(root, sketch), ...sidesIn(root, sketch)],
    edges: [
      ...sketch.arrows.flatMap((arrow) => (staysPut(arrow) ? [] : halvesOf(arrow, sketch))),
      ...stackedIn(sketch),
    ],
  }
}
