import { Card } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { leavesOf } from '../../machines/paths.ts'
import { routesFor } from '../../machines/permissions.ts'
import { controlledRoutes } from '../../machines/routes.ts'
import { drawnNames, type Report, reports, usualDays } from '../../services/report.ts'
import { useConsole } from '../shared/console.ts'
import { useFormat } from '../shared/format.ts'
import { useStanding } from './useStanding.ts'
import './report.css'

const most = 4
const everyMs = 60_000

/** The headlines of the reports that a person may open: of each report one, then the others while there is room. */
const useHeadlines = () => {
  const { user } = useConsole()
  const open = new Map(leavesOf(routesFor(controlledRoutes, user.roles)).map(({ route, path }) => [route.name, path]))
  const mine = Object.values<Report>(reports).flatMap((report) =>
    report.headlines.map((name, nth) => ({ report, name, nth, path: open.get(report.name) })),
  )
  return mine
    .flatMap(({ path, ...headline }) =>
      path && (user.bare || user.interfaces.includes(headline.report.list.interface)) ? [{ ...headline, path }] : [],
    )
    .toSorted((one, other) => one.nth - other.nth)
    .slice(0, most)
}

/** The headlines of the reports for the finished days, for those who may open them. Each opens its report. */
export const Headlines = () => {
  const { t, number } = useFormat()
  const headlines = useHeadlines()
  if (headlines.length === 0) return null
  return (
    <section aria-labelledby="headlines">
      <h2 id="headlines">{t('report:headlines', { n: number(usualDays) })}</h2>
      <ul className="headlines">
        {headlines.map(({ report, name, path }) => (
          <li key={`${report.name}.${name}`}>
            <Headline report={report} name={name} path={path} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const nothing = {}

const Headline = ({ report, name, path }: { report: Report; name: string; path: string }) => {
  const { t, number, money, rate } = useFormat()
  // Without days: which one is today is the server's to say.
  const standing = useStanding(report.standing, nothing, () => {}, everyMs)
  const finished = standing?.compared?.now
  const figure = report.figures[name]
  const written = figure ? (figure.money ? money : number) : rate
  const shownOf = (sum: typeof finished) => {
    const value = sum?.figures[name] ?? sum?.rates[name] ?? null
    return value === null ? '–' : written(value)
  }
  // A figure that waits for days to be old enough leaves the unfinished one out by itself.
  const waits = report.figures[report.rates[name]?.[0] ?? name]!.ripeAfter !== undefined
  const nth = drawnNames(report).indexOf(name)
  const values = standing?.drawn.flatMap(({ unfinished, values: all }) => (unfinished ? [] : [all[nth] ?? null]))
  return (
    <Card compact interactive className="headline">
      <h3>
        <Link to={finished ? `${path}?${new URLSearchParams({ days: `${finished.from}..${finished.to}` })}` : path}>
          {t(`routes:${report.name}`)}: {t(`report:${report.name}.${name}`)}
        </Link>
      </h3>
      <strong>{shownOf(waits ? standing?.total : finished)}</strong>
      <p>{t('report:headlineBefore', { value: shownOf(standing?.compared?.before) })}</p>
      <div className="headline-line">{values?.some(Boolean) && <Sparkline values={values} />}</div>
    </Card>
  )
}

const [width, height, edge] = [160, 32, 2]

/** Values as a small line, from left to right; it says nothing, since the figure beside it does. */
const Sparkline = ({ values }: { values: readonly (number | null)[] }) => {
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
