import type { AnyStateMachine } from 'xstate'
import { placesIn, takes } from '../../../machines/chart.ts'
import { blank, stateName } from '../../../machines/kernel.ts'

// A transition of a compound state applies to each of its children.
const isIn = (state: string, group: string | undefined) => state === group || state.startsWith(`${group}.`)

/**
 * Marks a record's passed states and transitions in a chart's SVG (`data-course`), and its present states, one a
 * region.
 */
export const markChartPath = (
  svg: SVGSVGElement,
  machine: AnyStateMachine,
  steps: readonly { type: string; state: string }[],
) => {
  const first = stateName(blank(machine).value)
  const states = [first, ...steps.map(({ state }) => state)].map((state) => placesIn(machine, state))
  const passed = new Set(states.flat())
  const current = states.at(-1)!
  for (const node of svg.querySelectorAll<SVGGElement>('.node')) {
    const name = node.id.replace(/^state\./, '')
    const isCurrent = current.includes(name)
    mark(node, isCurrent ? 'current' : passed.has(name) ? 'passed' : undefined)
    if (isCurrent) node.setAttribute('aria-current', 'step')
    else node.removeAttribute('aria-current')
  }
  const moves = steps.map(({ type }, index) => {
    const before = states[index]!
    // An event of one region leaves the other regions unchanged.
    return {
      from: before.length === 1 ? before : before.filter((place) => takes(machine, place, type)),
      to: states[index + 1]!,
    }
  })
  for (const edge of svg.querySelectorAll<SVGGElement>('.edge')) {
    const { from, to = '' } = edge.dataset
    const isTaken = moves.some((move) => move.to.includes(to) && move.from.some((place) => isIn(place, from)))
    mark(edge, isTaken ? 'passed' : undefined)
  }
}

const mark = ({ dataset }: SVGGElement, as: string | undefined) => {
  if (as) dataset.course = as
  else delete dataset.course
}
