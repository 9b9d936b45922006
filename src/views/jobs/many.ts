import type { Filter } from '../../machines/list.ts'
import type { Subject } from '../detail/subject.ts'

/** A command for many rows of a list; without `rows` it is for all that the filter finds. */
export type Many = Pick<Subject, 'process' | 'field'> & {
  /** The chart's event. */
  event: string
  /** The id of the list's endpoint. */
  list: string
  filter: Filter
  /** As they were when they were ticked. */
  rows?: readonly { key: string; version: number }[]
  count: number
}

/** What was typed for it, as a draft. */
export const draftOfMany = ({ list, event }: Many) => `${list} ${event}`
