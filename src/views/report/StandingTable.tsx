import { HTMLTable } from '@blueprintjs/core'
import type { Filter } from '../../machines/list.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { columnsOf } from '../../services/report.columns.ts'
import type { Report } from '../../services/report.ts'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import { Figure } from './Figure.tsx'
import { HeadPart } from './HeadPart.tsx'
import { ReportPicture } from './picture/ReportPicture.tsx'
import { RollMatrix } from './RollMatrix.tsx'
import '../detail/record/print.css'
import './report.css'
import { useStanding } from './useStanding.ts'

type StandingProps = { report: Report; filter: Filter; onMoved: () => void }
type Standing = DataOf<Report['standing']>
type Sum = Standing['total']

/** The definition of a report, up to which event it counts, and the finished days beside as many days before. With its picture. */
export const StandingTable = ({ report, filter, onMoved }: StandingProps) => {
  const standing = useStanding(report.standing, filter, onMoved)
  const { t } = useFormat()
  return (
    <section className="report-standing" aria-label={t('report:about')}>
      <p className="report-as-of">{standing && <AsOf {...standing.asOf} />}</p>
      <HeadPart title={t('report:defined')}>
        <p>{t(`report:${report.name}.definition`)}</p>
      </HeadPart>
      <HeadPart title={t('report:picture.shown')}>
        <ReportPicture report={report} drawn={standing?.drawn} />
      </HeadPart>
      {report.name === 'overdueMonitoringTotal' && (
        <HeadPart title={t('report:rolls.title')} closed>
          <RollMatrix filter={filter} />
        </HeadPart>
      )}
      <HeadPart title={t('report:standing')} closed>
        {standing && <Sums report={report} standing={standing} />}
      </HeadPart>
    </section>
  )
}

/** The last event that the figures include, and the number of newer events. */
export const AsOf = ({ pos, head, at }: Standing['asOf']) => {
  const { t, number, instant } = useFormat()
  if (at === null) return t('report:nothingCounted')
  const behind = head - pos
  return (
    <b>
      {t('report:asOf', { n: number(pos), at: instant(at) })}
      {behind > 0 && ` · ${t('flow:behind', { count: behind, n: number(behind) })}`}
    </b>
  )
}

const Sums = ({ report, standing: { total, compared } }: { report: Report; standing: Standing }) => {
  const { t } = useFormat()
  const names = Object.keys(columnsOf(report)).filter(
    (name) => (name in report.figures || name in report.rates) && !report.extra?.includes(name),
  )
  return (
    <div className="report-sums">
      <HTMLTable compact aria-label={t('report:standing')}>
        <thead>
          <tr>
            <th scope="col">{t('report:days')}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {t(`report:${report.name}.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <SumLine report={report} names={names} words="report:whole" sum={total} />
          {compared && (
            <>
              <SumLine report={report} names={names} words="report:finished" sum={compared.now} />
              <SumLine report={report} names={names} words="report:before" sum={compared.before} />
              <ChangeLine each={report.each} names={names} now={compared.now} before={compared.before} />
            </>
          )}
        </tbody>
      </HTMLTable>
    </div>
  )
}

const SumLine = ({
  report,
  names,
  words,
  sum,
}: {
  report: Report
  names: readonly string[]
  words: string
  sum: Sum
}) => {
  const format = useFormat()
  const { t } = format
  return (
    <tr>
      <th scope="row">
        {t(words)} <small>{`${dayIn(sum.from, format)} – ${dayIn(sum.to, format)}`}</small>
      </th>
      {names.map((name) => (
        <td key={name}>
          {name in sum.figures ? (
            <Figure report={report} name={name} line={sum} value={sum.figures[name]!} />
          ) : (
            <Share report={report} name={name} sum={sum} shown={names} />
          )}
        </td>
      ))}
    </tr>
  )
}

type ShareProps = { report: Report; name: string; sum: Sum; shown: readonly string[] }

/** A rate, with what it divides by unless that has a column of its own. */
const Share = ({ report, name, sum, shown }: ShareProps) => {
  const { t, rate, money, number } = useFormat()
  const points = sum.rates[name] ?? null
  if (points === null) return '–'
  const whole = report.rates[name]![1]
  const written = (report.each?.includes(name) ? money : rate)(points)
  if (shown.includes(whole)) return written
  const n = (report.figures[whole]!.money ? money : number)(sum.figures[whole] ?? 0)
  return (
    <>
      {written} <small>{t('report:of', { n })}</small>
    </>
  )
}

type ChangeProps = { each: Report['each']; names: readonly string[]; now: Sum; before: Sum }

/** The change of each figure in percent of the days before, and of each rate in percentage points. */
const ChangeLine = ({ each, names, now, before }: ChangeProps) => {
  const { t, decimal } = useFormat()
  const signed = (n: number) => {
    // Rounded as it is shown, so that no change has a sign of its own.
    const shown = Math.round(n * 10) / 10 || 0
    return `${shown > 0 ? '+' : ''}${decimal(shown)}`
  }
  const change = (name: string) => {
    if (name in now.figures || each?.includes(name)) {
      const [one, other] = [now, before].map(({ figures, rates }) => figures[name] ?? rates[name] ?? null) as [
        number | null,
        number | null,
      ]
      return one === null || !other ? '–' : t('report:percent', { n: signed(((one - other) * 100) / other) })
    }
    const [one, other] = [now.rates[name], before.rates[name]]
    return one == null || other == null ? '–' : t('report:points', { n: signed((one - other) / 100) })
  }
  return (
    <tr>
      <th scope="row">{t('report:change')}</th>
      {names.map((name) => (
        <td key={name}>{change(name)}</td>
      ))}
    </tr>
  )
}
