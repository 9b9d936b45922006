import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar, LinePath } from '@visx/shape'
import { useId } from 'react'
import { type Drawing, height, partsOf, topsOf } from './drawing.ts'

const margin = { top: 10, right: 48, bottom: 24, left: 64 }
const inner = height - margin.top - margin.bottom
/** Pixels that the words of a day take, at the least and for each letter. */
const dayWidth = 72
const letterWidth = 9
/** So many days have a mark each. */
const mostMarked = 62

/** Which of the days is at a distance from the left. */
export const dayAt = (left: number, width: number, days: number): number => {
  const part = (left - margin.left) / (width - margin.left - margin.right)
  return Math.max(0, Math.min(days - 1, Math.floor(part * days)))
}

/** Days from left to right, with lines of rates, columns of which each has a part of the one around it, or stacked areas. */
export const Days = ({
  as,
  series,
  points,
  label,
  tick,
  limit,
  width,
  at,
}: Drawing & { as: Exclude<Drawing['as'], 'bars'>; width: number; at: number | undefined }) => {
  const hatch = useId()
  const wide = width - margin.left - margin.right
  const tops = points.map((point) => topsOf(as, point))
  const most = Math.max(limit ?? 0, ...tops.flat().map((top) => top ?? 0)) || 1
  const x = scaleBand({ domain: points.map((_, nth) => nth), range: [0, wide] })
  const y = scaleLinear({ domain: [0, most], range: [inner, 0], nice: true })
  const step = x.bandwidth()
  const middle = (nth: number) => x(nth)! + step / 2
  const words = Math.max(dayWidth, letterWidth * label(points[0]!).length)
  const every = Math.ceil((points.length * words) / wide)

  const line = (nth: number) => {
    const isKnown = (day: number) => tops[day]?.[nth] != null
    const isAlone = (day: number) => isKnown(day) && !isKnown(day - 1) && !isKnown(day + 1)
    return (
      <g key={nth} className={`picture-line picture-${nth + 1}`}>
        <LinePath data={[...tops.keys()]} defined={isKnown} x={middle} y={(day) => y(tops[day]![nth]!)} />
        {[...tops.keys()].map(
          (day) =>
            isKnown(day) &&
            (points.length <= mostMarked || isAlone(day) || day === at) && (
              <circle key={day} cx={middle(day)} cy={y(tops[day]![nth]!)} r={day === at ? 4 : 2} />
            ),
        )}
      </g>
    )
  }
  // One path for all days: three years of columns would be thousands of elements.
  const columns = (nth: number) => {
    const gap = step > 6 ? 1 : 0
    const path = tops.map((values, day) =>
      values[nth] ? `M${x(day)! + gap},${inner}V${y(values[nth])}h${step - 2 * gap}V${inner}z` : '',
    )
    return <path key={nth} className={`picture-part picture-${nth + 1}`} d={path.join('')} />
  }
  // From the edge of its first day to that of its last one, so that a day alone has an area as well.
  const area = (nth: number) => {
    const has = (day: number) => tops[day]?.[nth] != null
    const path = tops.flatMap((values, day) => {
      if (!has(day)) return []
      const top = y(values[nth]!)
      const begun = has(day - 1) ? '' : `M${x(day)!},${inner}V${top}`
      const ended = has(day + 1) ? '' : `H${x(day)! + step}V${inner}z`
      return `${begun}L${middle(day)},${top}${ended}`
    })
    return <path key={nth} className={`picture-part picture-${nth + 1}`} d={path.join('')} />
  }
  const drawn = { lines: line, nested: columns, shares: area } as const
  const nths = [...Array(partsOf(as, series.length)).keys()]
  return (
    <Group left={margin.left} top={margin.top}>
      <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line y2={6} className="picture-hatch" />
      </pattern>
      <AxisLeft
        scale={y}
        numTicks={4}
        hideAxisLine
        tickLength={0}
        tickFormat={(value) => tick(Number(value))}
        tickLabelProps={{ className: 'picture-words', dx: -6, dy: '0.32em', textAnchor: 'end' }}
      />
      {y.ticks(4).map((value) => (
        <line key={value} className="picture-grid" x2={wide} y1={y(value)} y2={y(value)} />
      ))}
      {/* The part that covers most is drawn first: each later one stands before it. */}
      {(as === 'shares' ? nths.toReversed() : nths).map(drawn[as])}
      {points.map(
        ({ key, unfinished }, nth) =>
          unfinished && <Bar key={key} x={x(nth)} width={step} height={inner} fill={`url(#${hatch})`} />,
      )}
      {limit !== undefined && (
        <Group className="picture-limit" top={y(limit)}>
          <line x2={wide} />
          <text x={wide} dy="-0.3em" textAnchor="end">
            {tick(limit)}
          </text>
        </Group>
      )}
      {at !== undefined && <line className="picture-cursor" x1={middle(at)} x2={middle(at)} y2={inner} />}
      <AxisBottom
        scale={x}
        top={inner}
        tickLength={4}
        tickValues={[...points.keys()].filter((nth) => nth % every === 0)}
        tickFormat={(nth) => label(points[Number(nth)]!)}
        tickLabelProps={{ className: 'picture-words', dy: '0.3em', textAnchor: 'middle' }}
      />
    </Group>
  )
}
