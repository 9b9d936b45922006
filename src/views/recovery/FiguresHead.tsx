import { HTMLTable } from '@blueprintjs/core'
import type { Filter } from '../../machines/list.ts'
import type { ScreenName } from '../../machines/paths.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { figureColumns, nameOf } from '../../services/recovery.columns.ts'
import { standingOfFigures } from '../../services/recovery.ts'
import { HeadPart } from '../report/HeadPart.tsx'
import type { Point } from '../report/picture/drawing.ts'
import { PictureFrame } from '../report/picture/PictureFrame.tsx'
import { AsOf } from '../report/StandingTable.tsx'
import { useStanding } from '../report/useStanding.ts'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import '../detail/record/print.css'
import '../report/report.css'
import './recovery.css'

type Name = keyof typeof figureColumns
type Standing = DataOf<typeof standingOfFigures>

/** Up to which event the figures are counted, what each says, and two periods beside each other. */
export const FiguresHead = ({
  filter,
  names,
  ranked,
  onMoved,
}: {
  filter: Filter
  names: readonly Name[]
  /** The screen that has a picture. */
  ranked?: ScreenName | undefined
  onMoved: () => void
}) => {
  const standing = useStanding(standingOfFigures, ranked ? { ...filter, drawn: true } : filter, onMoved)
  const { t, rate } = useFormat()
  const namesOf = new Map(standing?.drawn?.map((line) => [line.key, nameOf(line, t)]))
  const nameOfLine = ({ key }: Point) => namesOf.get(key) ?? key
  const defined = names.filter((name) => name !== 'name' && name !== 'unfinished')
  return (
    <section className="report-standing" aria-label={t('report:about')}>
      <p>
        {t(ranked ? 'recovery:screen.placeDefinition' : 'recovery:screen.definition')}{' '}
        {standing && <AsOf {...standing.asOf} />}
      </p>
      {standing?.against && <Compared names={defined} total={standing.total} against={standing.against} />}
      {ranked && (
        <HeadPart title={t('report:picture.shown')}>
          <PictureFrame
            title={t('report:picture.title', { title: t(`routes:${ranked}`) })}
            as="bars"
            series={[t(figureColumns.recoveryRate.head)]}
            points={standing && (standing.drawn ?? [])}
            name={nameOfLine}
            label={nameOfLine}
            value={rate}
            tick={rate}
          />
        </HeadPart>
      )}
      <HeadPart title={t('recovery:screen.definitions')} closed>
        <dl className="figure-definitions">
          {defined.map((name) => (
            <div key={name}>
              <dt>{t(figureColumns[name].head)}</dt>
              <dd>{t(`recovery:define.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </HeadPart>
    </section>
  )
}

type Days = NonNullable<Standing['against']>

const Compared = ({ names, total, against }: { names: readonly Name[]; total: Days; against: Days }) => {
  const format = useFormat()
  const { t } = format
  return (
    <div className="report-sums">
      <HTMLTable compact aria-label={t('recovery:screen.compared')}>
        <thead>
          <tr>
            <th scope="col">{t('report:days')}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {t(figureColumns[name].head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[total, against].map((one) => (
            <tr key={one === total ? 'now' : 'against'}>
              <th scope="row">{`${dayIn(one.from, format)} – ${dayIn(one.to, format)}`}</th>
              {names.map((name) => (
                <td key={name}>{shown(name, one, format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}

const shown = (name: Name, one: Days, { money, number, rate }: ReturnType<typeof useFormat>) => {
  const { kind, value: valueOf } = figureColumns[name]
  const value = valueOf(one as Parameters<typeof valueOf>[0], String)
  if (typeof value !== 'number') return '–'
  if (kind === 'rate') return rate(value)
  return kind === 'money' ? money(value) : number(value)
}
