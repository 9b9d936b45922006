import type { VisitorEvent } from '../../src/machines/visitor.ts'

const visit = { app: 'DK', channel: 'organic', day: '2026-03-10', mostLate: 30 } as const

/** The data of each event, without `by` and `at`. */
export const visitorFacts = {
  visited: visit,
  registered: { ...visit, person: 'person-1' },
} as const satisfies Record<VisitorEvent['type'], object>
