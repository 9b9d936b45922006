import { Link, useSearchParams } from 'react-router-dom'
import { leavesOf } from '../../machines/paths.ts'
import { routesFor } from '../../machines/permissions.ts'
import { controlledRoutes } from '../../machines/routes.ts'
import { behind, type Report, type ReportRow } from '../../services/report.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'

type FigureProps = {
  report: Report
  name: string
  line: Pick<ReportRow, 'from' | 'to' | 'today'> & Partial<Pick<ReportRow, 'key'>>
  value: number | null
}

// A page has some hundred figures of one person.
const opened = new WeakMap<object, ReadonlySet<string>>()
const opens = (user: { roles: readonly string[] }, screen: string) => {
  const known =
    opened.get(user) ?? new Set(leavesOf(routesFor(controlledRoutes, user.roles)).map(({ route }) => route.name))
  opened.set(user, known)
  return known.has(screen)
}

/** A figure of a report: a link to the list of what it counts, for whoever may open that list. */
export const Figure = ({ report, name, line, value }: FigureProps) => {
  const { number } = useFormat()
  const { user } = useConsole()
  const [params] = useSearchParams()
  const its = report.figures[name]!
  const leaf = opens(user, its.screen) && leavesOf(controlledRoutes).find(({ route }) => route.name === its.screen)
  if (value === null) return '–'
  if (value === 0 || !leaf) return number(value)
  const chosen = Object.fromEntries(
    report.filters.flatMap((filter) => (params.get(filter) ? [[filter, params.get(filter)!]] : [])),
  )
  const ofLine = report.rows !== 'day' && line.key !== undefined ? { [report.rows]: line.key } : {}
  return (
    <Link to={`${leaf.path}?${new URLSearchParams(behind(its, line, { ...chosen, ...ofLine }))}`}>{number(value)}</Link>
  )
}
