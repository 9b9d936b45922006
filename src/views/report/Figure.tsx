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
const screens = new WeakMap<object, ReadonlyMap<string, string>>()
/** The path of each screen that a person may open. */
export const opened = (user: { roles: readonly string[] }) => {
  const known =
    screens.get(user) ??
    new Map(leavesOf(routesFor(controlledRoutes, user.roles)).map(({ route, path }) => [route.name, path]))
  screens.set(user, known)
  return known
}

/** A figure of a report: a link to the list of what it counts, for whoever may open that list. */
export const Figure = ({ report, name, line, value }: FigureProps) => {
  const { number, money } = useFormat()
  const { user } = useConsole()
  const [params] = useSearchParams()
  const figure = report.figures[name]!
  const path = opened(user).get(figure.screen)
  if (value === null) return '–'
  const shown = figure.money ? money(value) : number(value)
  if (value === 0 || !path) return shown
  const chosen = Object.fromEntries(
    report.filters.flatMap((filter) => (params.get(filter) ? [[filter, params.get(filter)!]] : [])),
  )
  const ofLine = report.rows !== 'day' && line.key !== undefined ? { [report.rows]: line.key } : {}
  return (
    <Link to={`${path}?${new URLSearchParams(behind(report, figure, line, { ...chosen, ...ofLine }))}`}>{shown}</Link>
  )
}
