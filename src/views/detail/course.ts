import type { AnyStateMachine } from 'xstate'
import { blank, stateName } from '../../machines/kernel.ts'

// What stands on a group of states is taken from any of them.
const isIn = (state: string, group: string | undefined) => state === group || state.startsWith(`${group}.`)

/** Marks in the drawing of a chart which states and transitions a record has passed, `data-course`, and which state it is in now. */
export const markCourse = (svg: SVGSVGElement, machine: AnyStateMachine, steps: readonly { state: string }[]) => {
  const first = stateName(blank(machine).value)
  const states = [first, ...steps.map(({ state }) => state)]
  const current = states.at(-1)
  for (const node of svg.querySelectorAll<SVGGElement>('.node')) {
    const name = node.id.replace(/^state\./, '')
    mark(node, name === current ? 'current' : states.includes(name) ? 'passed' : undefined)
    if (name === current) node.setAttribute('aria-current', 'step')
    else node.removeAttribute('aria-current')
  }
  for (const edge of svg.querySelectorAll<SVGGElement>('.edge')) {
    const { from, to } = edge.dataset
    const isTaken = steps.some(({ state }, index) => isIn(states[index]!, from) && state === to)
    mark(edge, isTaken ? 'passed' : undefined)
  }
}

const mark = ({ dataset }: SVGGElement, as: string | undefined) => {
  if (as) dataset.course = as
  else delete dataset.course
}
