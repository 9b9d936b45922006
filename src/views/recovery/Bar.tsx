import type { CSSProperties } from 'react'
import { useFormat } from '../shared/format.ts'
import './recovery.css'

/** A rate in basis points with a bar as long as it is high; null where there is nothing to divide by. */
export const Bar = ({ points }: { points: number | null }) => {
  const { rate } = useFormat()
  if (points === null) return '–'
  return (
    <span className="rate-bar" style={{ '--share': `${Math.min(100, Math.max(0, points / 100))}%` } as CSSProperties}>
      {rate(points)}
    </span>
  )
}
