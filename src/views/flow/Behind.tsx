import { Link, useSearchParams } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { useFormat } from '../shared/format.ts'

/** The filters of the page that also apply to the lists behind its figures. */
const passed = ['app', 'product', 'channel']

type BehindProps = {
  n: number
  of: 'steps' | 'records'
  /** The days that the figure counts; null for all. */
  during: { from: string; to: string } | null
  where: Readonly<Record<string, string>>
}

/** A figure: a link to the steps or the records that it counts. */
export const Behind = ({ n, of, during, where }: BehindProps) => {
  const { number } = useFormat()
  const [params] = useSearchParams()
  if (n === 0) return number(n)
  const asked = Object.fromEntries([...params].filter(([name]) => passed.includes(name)))
  const path = of === 'steps' ? to.flowSteps() : to.flowRecords()
  return (
    <Link
      to={`${path}?${new URLSearchParams({ ...asked, ...(during && { days: `${during.from}..${during.to}` }), ...where })}`}
    >
      {number(n)}
    </Link>
  )
}
