import { sql } from 'kysely'
import { addDays, businessDay } from '../../machines/calendar.ts'
import { ages, none } from '../../services/recovery.ts'
import { type Condition, is } from '../lists/conditions.ts'
import { feeOn } from '../loan/owed.ts'
import { type Onlooker, withinScope } from '../staff/appScope.ts'

export type Shared = Partial<
  Record<
    'orderNo' | 'app' | 'kind' | 'stage' | 'collector' | 'group' | 'company' | 'strategy' | 'province' | 'regency',
    string | undefined
  >
>

/** A column of which the empty value is called `none`. */
export const isOrNone = (column: string, value: string | undefined) => is(column, value === none ? '' : value)

/** An agency's staff see what their own agency did, also with orders that are placed with it no more. */
const seenBy = (onlooker: Onlooker): Condition[] => {
  const { company } = onlooker.staff
  if (company === undefined) return withinScope(onlooker)
  return [company === '' ? sql<boolean>`false` : sql<boolean>`company = ${company}`]
}

/** The conditions that all rows of collection share. */
export const rowsOf = (
  { orderNo, app, kind, stage, collector, group, company, strategy, province, regency }: Shared,
  onlooker: Onlooker,
): Condition[] => [
  ...seenBy(onlooker),
  ...is('order_no', orderNo),
  ...is('app', app),
  ...is('stage', stage),
  ...(kind === 'pre' ? [sql<boolean>`stage = 'pre'`] : []),
  ...(kind === 'post' ? [sql<boolean>`stage not in ('', 'pre')`] : []),
  ...isOrNone('collector', collector),
  ...isOrNone('group_id', group),
  ...isOrNone('company', company),
  ...isOrNone('strategy', strategy),
  ...isOrNone('province', province),
  ...isOrNone('regency', regency),
]

/** The last of some days, given as instants `[from, to)`; undefined without any. */
export const lastDay = (from: number | undefined, to: number | undefined): string | undefined => {
  if (to !== undefined) return businessDay(to - 1)
  return from === undefined ? undefined : businessDay(from)
}

/** Held when a day began. */
export const heldAt = (day: string | undefined): Condition[] =>
  day === undefined ? [] : [sql<boolean>`day < ${day} and (ended_on is null or ended_on >= ${day})`]

/** Stood so when a day closed. */
export const stoodOn = (day: string | undefined): Condition[] =>
  day === undefined ? [] : [sql<boolean>`day <= ${day} and (until is null or until > ${day})`]

/**
 * SQL: the instalments of each row of standing cases `stood` that owe something, counted from 0 by `nth`, with the
 * overdue fee that is left of each on a day. A case without any has one row of no fee. `standingOf` in history.ts writes
 * the numbers of `fees`.
 */
export const feesLeftOn = (day: string) => {
  const ofAll = (nth: number) => sql.raw(`fees[${nth}]`)
  const its = (nth: number) => sql.raw(`fees[${nth} + 6 * nth]`)
  return sql`generate_series(0, greatest(1, (cardinality(fees) - 4) / 6) - 1) nth, lateral (
    select ${feeOn(day)} - fee_met as fee_left from (
      select ${ofAll(1)} as early_fee, ${ofAll(2)} as late_fee, ${ofAll(3)} as late_from, ${ofAll(4)} as fee_days,
        ${its(5)} as principal_left, ${its(6)} as fee_age, ${its(7)} as fee_whole, ${its(8)} as fee_rest,
        ${its(9)} as fee_most, ${its(10)} as fee_met, day::date - ${its(6)}::int as due
      offset 0) instalment) owed`
}

const firstDays = sql`${sql.lit(`{${ages.join()}}`)}::int[]`
/** SQL: the age of a row's due day on a day, as the fewest days overdue of that age. */
export const ageOn = (day: string) => sql<(typeof ages)[number]>`(
  ${firstDays})[width_bucket(greatest(0, ${day}::date - due::date), ${firstDays})]::text`

/** SQL: rows of one age on a day, as a range of due days, which has an index. */
export const ofAge = (age: (typeof ages)[number] | undefined, day: string): Condition[] => {
  if (age === undefined) return []
  const older = ages[ages.indexOf(age) + 1]
  return [
    ...(age === '0' ? [] : [sql<boolean>`due <= ${addDays(day, -Number(age))}`]),
    ...(older === undefined ? [] : [sql<boolean>`due > ${addDays(day, -Number(older))}`]),
  ]
}
