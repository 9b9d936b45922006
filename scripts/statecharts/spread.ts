import type { Place, Point, Route, Stroke } from './layout.ts'

const gap = 11
const corner = 7

/** Where a stroke meets a box: which of its points moves with it, and how steeply it comes. */
type End = { stroke: Stroke; isTip: boolean; at: Point; slope: number }

const endsOf = (stroke: Stroke): End[] => {
  const { points, tip } = stroke
  const end = (at: Point, isTip: boolean, beyond: Point): End => ({
    stroke,
    isTip,
    at,
    slope: (beyond[1] - at[1]) / Math.abs(beyond[0] - at[0]),
  })
  return [end(points[0]!, false, points[3]!), ...(tip ? [end(tip, true, points.at(-4)!)] : [])]
}

const isAt = ([x, y]: Point, side: number, place: Place) =>
  Math.abs(x - side) < 1.5 && y > place.y && y < place.y + place.height

const moved = ([x, y]: Point, by: number): Point => [x, Math.round((y + by) * 10) / 10]

const shift = ({ stroke, isTip }: End, by: number) => {
  const { points } = stroke
  const near = isTip ? [points.length - 1, points.length - 2] : [0, 1]
  for (const index of near) points[index] = moved(points[index]!, by)
  if (isTip) stroke.tip = moved(stroke.tip!, by)
}

/** Moves the ends of arrows apart where they meet a state's side in nearly one point. Else one head hides another. */
export const spread = (routes: Route[], places: Iterable<Place>): void => {
  const ends = routes.filter(({ arrow }) => arrow.from !== arrow.to).flatMap(({ strokes }) => strokes.flatMap(endsOf))
  for (const place of places) {
    for (const side of [place.x, place.x + place.width]) {
      const here = ends.filter(({ at }) => isAt(at, side, place)).toSorted((one, other) => one.slope - other.slope)
      const ys = here.map(({ at }) => at[1])
      if (here.length < 2 || ys.slice(1).every((y, index) => y - ys[index]! >= gap)) continue
      const room = Math.min(gap, (place.height - 2 * corner) / (here.length - 1))
      const lowest = place.y + place.height - corner - room * (here.length - 1)
      const mean = ys.reduce((sum, y) => sum + y, 0) / ys.length
      const first = Math.min(Math.max(mean - (room * (here.length - 1)) / 2, place.y + corner), lowest)
      for (const [index, end] of here.entries()) shift(end, first + room * index - end.at[1])
    }
  }
}
