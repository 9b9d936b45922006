import type { DataOf } from '../../../services/endpoint.ts'
import type { Picture, Report } from '../../../services/report.ts'

/** A line of a report as it is drawn. */
export type Point = Pick<DataOf<Report['standing']>['drawn'][number], 'key' | 'unfinished' | 'values'>

export type Drawing = Pick<Picture, 'as' | 'limit'> & {
  /** The title of the picture, in words. */
  series: readonly string[]
  points: readonly Point[]
  /** The name of a point, in words: long where it is read out, short at an axis. */
  name: (point: Point) => string
  label: (point: Point) => string
  /** A value as it is read out, and a place on the axis. */
  value: (value: number) => string
  tick: (value: number) => string
}

/** In pixels. The room is kept while the picture is loaded. */
export const height = 220

/** No more bars than have room; the table has the others. */
export const mostBars = 10

/** How many values of a point are drawn: the rest that makes parts a whole is not. */
export const partsOf = (as: Picture['as'], values: number) => (as === 'shares' ? values - 1 : values)

/** Up to where each value of a point is drawn, from the axis. */
export const topsOf = (as: Picture['as'], { values }: Point): (number | null)[] => {
  if (as !== 'shares') return values
  const whole = values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  let below = 0
  return values
    .slice(0, partsOf(as, values.length))
    .map((value) => (whole === 0 ? null : ((below += value ?? 0) / whole) * 10_000))
}

/** The points in the order in which they are drawn: bars ranked, without those that have no value. */
export const drawnOf = ({ as, points }: Pick<Drawing, 'as' | 'points'>): readonly Point[] =>
  as === 'bars'
    ? points
        .filter(({ values }) => values[0] !== null)
        .toSorted((one, other) => other.values[0]! - one.values[0]!)
        .slice(0, mostBars)
    : points

/** Whether there is anything to draw. */
export const hasValues = (points: readonly Point[]) => points.some(({ values }) => values.some(Boolean))
