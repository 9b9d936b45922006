import { type RawBuilder, sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'

export type Condition = RawBuilder<boolean>

/** A column equals a value; no condition without one. */
export const is = (column: string, value: string | boolean | undefined): Condition[] =>
  value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`]

/** Bounds a column of instants to `[from, to)`. */
export const between = (column: string, from: number | undefined, to: number | undefined): Condition[] => [
  ...(from === undefined ? [] : [sql<boolean>`${sql.ref(column)} >= ${from}`]),
  ...(to === undefined ? [] : [sql<boolean>`${sql.ref(column)} < ${to}`]),
]

/** Bounds a day column by the days of the instants `[from, to)`. */
export const within = (column: string, from: number | undefined, to: number | undefined): Condition[] => [
  ...(from === undefined ? [] : [sql<boolean>`${sql.ref(column)} >= ${businessDay(from)}`]),
  ...(to === undefined ? [] : [sql<boolean>`${sql.ref(column)} < ${businessDay(to)}`]),
]
