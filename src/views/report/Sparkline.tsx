const [width, height, edge] = [160, 32, 2]

/** Values as a small line, from left to right; it says nothing, since the figure beside it does. */
export const Sparkline = ({ values }: { values: readonly (number | null)[] }) => {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  const step = width / Math.max(1, values.length - 1)
  const isThere = (nth: number) => values[nth] != null
  const path = values.map((value, nth) => {
    if (value === null) return ''
    const y = height - edge - (value / most) * (height - 2 * edge)
    // A value alone is a dot: a line of no length with round ends.
    const isAlone = !isThere(nth - 1) && !isThere(nth + 1)
    return `${isThere(nth - 1) ? 'L' : 'M'}${nth * step},${y}${isAlone ? 'h0' : ''}`
  })
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="sparkline" aria-hidden>
      <path d={path.join('')} />
    </svg>
  )
}
