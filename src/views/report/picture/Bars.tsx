import { AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { type Drawing, height } from './drawing.ts'

const margin = { top: 6, right: 64, bottom: 6, left: 210 }
const inner = height - margin.top - margin.bottom
/** In pixels; a few bars do not fill the room. */
const mostHigh = 28

const lying = (bars: number) =>
  scaleBand({ domain: [...Array(bars).keys()], range: [0, Math.min(inner, bars * mostHigh)], padding: 0.25 })

/** Which of the bars is at a distance from above. */
export const barAt = (top: number, bars: number): number =>
  Math.max(0, Math.min(bars - 1, Math.floor((top - margin.top) / lying(bars).step())))

/** Ranked bars, the longest first, each with its value. */
export const Bars = ({ points, label, value, width, at }: Drawing & { width: number; at: number | undefined }) => {
  const y = lying(points.length)
  const most = Math.max(...points.map(({ values }) => values[0]!)) || 1
  const x = scaleLinear({ domain: [0, most], range: [0, width - margin.left - margin.right] })
  return (
    <Group left={margin.left} top={margin.top}>
      {points.map(({ key, values }, nth) => (
        <Group key={key} className="picture-bar picture-1" top={y(nth)}>
          <Bar width={Math.max(1, x(values[0]!))} height={y.bandwidth()} data-at={nth === at || undefined} />
          <text className="picture-words" x={x(values[0]!) + 6} y={y.bandwidth() / 2} dy="0.32em">
            {value(values[0]!)}
          </text>
        </Group>
      ))}
      <AxisLeft
        scale={y}
        numTicks={points.length}
        tickLength={0}
        tickFormat={(nth) => label(points[Number(nth)]!)}
        tickLabelProps={{ className: 'picture-words', dx: -6, dy: '0.32em', textAnchor: 'end' }}
      />
    </Group>
  )
}
