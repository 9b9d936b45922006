import { element, type Markup } from './markup.ts'
import type { Kind } from './reading.ts'

// Twelve by twelve pixels each. Some are filled with the ink, the others are lines of it.
const filled = {
  start: 'M6 2a4 4 0 1 0 0 8a4 4 0 0 0 0-8z',
  customer: 'M6 .8a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 0 0 0-4.8zM1.4 11.4c0-3.2 2-4.8 4.6-4.8s4.6 1.6 4.6 4.8z',
  waiting:
    'M2 .8h8v1.4h-.9C9 4 7.6 5.2 6.9 6C7.6 6.8 9 8 9.1 9.8h.9v1.4h-8v-1.4h.9C3 8 4.4 6.8 5.1 6C4.4 5.2 3 4 2.9 2.2H2z',
  held: 'M1 11l.8-3.2L8.6 1a1.2 1.2 0 0 1 1.7 0l.7.7a1.2 1.2 0 0 1 0 1.7L4.2 10.2z',
  effect: 'M7.2.4L2.2 6.9h3.2l-.9 4.7l5.3-6.9H6.5z',
}
const lined = {
  system:
    'M6 3.7a2.3 2.3 0 1 0 0 4.6a2.3 2.3 0 0 0 0-4.6zM6 .5v2M6 9.5v2M.5 6h2M9.5 6h2M2.1 2.1l1.4 1.4M8.5 8.5l1.4 1.4M9.9 2.1L8.5 3.5M3.5 8.5L2.1 9.9',
  good: 'M1.5 6.5l3.2 3.2l5.8-7',
  bad: 'M2.2 2.2l7.6 7.6M9.8 2.2L2.2 9.8',
  stays: 'M3.2 9.6a4.4 4.4 0 1 1 5.6 0M8.8 6.8v2.8h2.8',
  deadline: 'M6 1a5 5 0 1 0 0 10a5 5 0 0 0 0-10zM6 3.2V6l2 1.4',
}

type Filled = keyof typeof filled
export type Mark = Filled | keyof typeof lined

const isFilled = (mark: Mark): mark is Filled => mark in filled

/** A small sign whose top left is at a point. */
export const markAt = (mark: Mark, x: number, y: number, colour: string): Markup => {
  const common = { class: 'mark', transform: `translate(${x} ${y})` }
  if (isFilled(mark)) return element('path', { ...common, fill: colour, d: filled[mark] })
  const line = { stroke: colour, 'stroke-width': 1.5, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
  return element('path', { ...common, fill: 'none', ...line, d: lined[mark] })
}

/** The mark of a kind of state; a state that is nothing in particular has none. */
export const markOf = (kind: Kind): Mark | undefined => (kind === 'plain' ? undefined : kind)
