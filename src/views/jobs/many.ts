import type { Filter } from '../../machines/list.ts'
import type { Decided, DecidedRow } from '../../services/bulkFacts.ts'
import type { Subject } from '../detail/command/subject.ts'

/** A command for many rows of a list; without `rows` for all rows that match the filter. */
export type Many = Pick<Subject, 'process' | 'field'> & {
  /** The chart's event. */
  event: string
  /** The id of the list's endpoint. */
  list: string
  filter: Filter
  /** The rows as the user selected them, with what the command decides on. */
  rows?: readonly { key: string; version: number; cells: DecidedRow }[]
  decided: Decided<never>
  count: number
}

/** The draft's key for the command's input. */
export const draftOfMany = ({ list, event }: Many) => `${list} ${event}`
