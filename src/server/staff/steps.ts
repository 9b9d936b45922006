import type { EventRow } from '../db/tables.ts'
import { factOf } from '../store/events.ts'

/** A stored event as the history of its record shows it. */
export const stepOf = (event: EventRow, names: ReadonlyMap<string, string>) => {
  const { type, by, at, ...details } = factOf(event)
  return { version: event.version, type, state: event.state, by, byName: names.get(by) ?? by, at, details }
}
