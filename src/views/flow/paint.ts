import { busiest, slowest } from './busiest.ts'
import type { Summary } from './useSummary.ts'

/** The text of figures in the diagram. */
export type Wording = {
  count: (n: number) => string
  entered: (n: number) => string
  taken: (n: number) => string
  stay: (medianMs: number, p90Ms: number) => string
}

const thinnest = 1
const thickest = 5

/** The line width, from never taken to most taken; a tenth of the maximum is still visible. */
const thickness = (taken: number, most: number) =>
  most === 0 ? thinnest : thinnest + ((thickest - thinnest) * Math.log1p(taken)) / Math.log1p(most)

const write = (within: Element, selector: string, text: string) => {
  const place = within.querySelector(selector)
  if (place) place.textContent = text
}

/** How many are there; of a period, how many came. */
const countIn = ({ now, entered }: Summary['states'][number], { count, entered: came }: Wording) =>
  now === null ? came(entered) : count(now)

/** Writes the figures into the diagram's placeholders. The SVG element stays the same, so nothing flickers. */
export const paint = (svg: SVGSVGElement, figures: Summary, wording: Wording) => {
  const states = new Map(figures.states.map((state) => [`state.${state.state}`, state]))
  const longest = slowest(figures)
  for (const node of svg.querySelectorAll('.node')) {
    const state = states.get(node.id)
    const { medianMs, p90Ms } = state ?? {}
    write(node, '.count', state ? countIn(state, wording) : '')
    write(node, '.dwell', medianMs != null && p90Ms != null ? wording.stay(medianMs, p90Ms) : '')
    node.classList.toggle('slowest', state !== undefined && state === longest)
  }

  const edges = [...svg.querySelectorAll<SVGGElement>('.edge')].map((edge) => {
    const { from, to } = edge.dataset
    const taken = figures.transitions.filter((one) => one.from === from && one.to === to)
    return { edge, taken, total: taken.reduce((sum, { count }) => sum + count, 0) }
  })
  const most = Math.max(...edges.map(({ total }) => total))
  const commonest = busiest(figures)
  for (const { edge, taken, total } of edges) {
    for (const { event, count } of taken) write(edge, `.taken[data-event="${event}"]`, wording.taken(count))
    for (const line of edge.querySelectorAll('.line'))
      line.setAttribute('stroke-width', thickness(total, most).toFixed(1))
    edge.classList.toggle('busiest', commonest !== undefined && taken.includes(commonest))
  }
}
