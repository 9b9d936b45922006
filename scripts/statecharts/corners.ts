import type { Place, Point } from './layout.ts'

const parts = 8

/** The corners of a line of cubic curves, close enough together to tell what it meets. */
export const cornersOf = (points: Point[]): Point[] => {
  const corners: Point[] = [points[0]!]
  for (let start = 0; start + 3 < points.length; start += 3) {
    const [a, b, c, d] = points.slice(start, start + 4) as [Point, Point, Point, Point]
    for (let part = 1; part <= parts; part++) {
      const t = part / parts
      const u = 1 - t
      const on = (axis: 0 | 1) =>
        u ** 3 * a[axis] + 3 * u * u * t * b[axis] + 3 * u * t * t * c[axis] + t ** 3 * d[axis]
      corners.push([on(0), on(1)])
    }
  }
  return corners
}

/** Whether a point lies on a place, or so near to it. */
export const isOn = ([x, y]: Point, place: Place, near: number) =>
  x > place.x - near && x < place.x + place.width + near && y > place.y - near && y < place.y + place.height + near
