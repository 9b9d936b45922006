import type { Summary } from './useSummary.ts'

type Transition = Summary['transitions'][number]
type State = Summary['states'][number]

const most = <Row>(rows: readonly Row[], size: (row: Row) => number): Row | undefined =>
  rows.reduce<Row | undefined>((best, row) => (size(row) > (best ? size(best) : 0) ? row : best), undefined)

/** The most frequent transition; undefined when none was taken. */
export const busiest = ({ transitions }: Summary): Transition | undefined => most(transitions, ({ count }) => count)

/** The state with the longest median stay; undefined when no stay has ended. */
export const slowest = ({ states }: Summary): State | undefined => most(states, ({ medianMs }) => medianMs ?? 0)
