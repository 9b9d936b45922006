import { HTMLTable } from '@blueprintjs/core'
import { useMachine } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { type Filter, listMachine } from '../../machines/list.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { figureColumns, type RateName, rates } from '../../services/recovery.columns.ts'
import { type FigureName, type Figures, standingOfFigures } from '../../services/recovery.ts'
import { AsOf } from '../report/StandingTable.tsx'
import { useConsole } from '../shared/console.ts'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import { usePoll, whileVisible } from '../shared/usePoll.ts'
import '../report/report.css'
import './recovery.css'

type Name = keyof typeof figureColumns
type Standing = DataOf<typeof standingOfFigures>

const everyMs = 5000

/** How the figures stand, polled; calls `onMoved` when more events are counted. */
const useStanding = (filter: Filter, onMoved: () => void): Standing | undefined => {
  const { client } = useConsole()
  const [snapshot, send] = useMachine(listMachine, {
    input: {
      filter,
      limit: 1,
      load: async (asked, signal) => ({
        rows: [await client.call(standingOfFigures, standingOfFigures.body.parse(asked.filter), { signal })],
        next: null,
      }),
    },
  })
  const known = snapshot.context.rows?.[0] as Standing | undefined
  const asked = JSON.stringify(filter)
  const ask = useEffectEvent(() => send({ type: 'filtered', filter, limit: 1 }))
  useEffect(() => ask(), [asked])
  const pos = known?.asOf.pos
  const moved = useEffectEvent(onMoved)
  useEffect(() => {
    if (pos !== undefined) moved()
  }, [pos])
  usePoll(
    whileVisible(() => send({ type: 'changed' })),
    snapshot.matches({ page: 'failed' }) ? undefined : everyMs,
  )
  return known
}

/** Up to which event the figures are counted, what each says, and two periods beside each other. */
export const FiguresHead = ({
  filter,
  names,
  onMoved,
}: {
  filter: Filter
  names: readonly Name[]
  onMoved: () => void
}) => {
  const standing = useStanding(filter, onMoved)
  const { t } = useFormat()
  const defined = names.filter((name) => name !== 'name' && name !== 'unfinished')
  return (
    <section className="report-standing" aria-label={t('report:about')}>
      <p>
        {t('recovery:screen.definition')} {standing && <AsOf {...standing.asOf} />}
      </p>
      {standing?.against && <Compared names={defined} total={standing.total} against={standing.against} />}
      <details>
        <summary>{t('recovery:screen.definitions')}</summary>
        <dl className="figure-definitions">
          {defined.map((name) => (
            <div key={name}>
              <dt>{t(figureColumns[name].head)}</dt>
              <dd>{t(`recovery:define.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
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
                <td key={name}>{shown(name, one.figures, format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}

const shown = (name: Name, figures: Figures, { money, number, rate }: ReturnType<typeof useFormat>) => {
  const line = { figures } as Parameters<(typeof figureColumns)['opening']['value']>[0]
  const value = name in rates ? rates[name as RateName](figures) : figureColumns[name as FigureName].value(line, String)
  if (value === null) return '–'
  const { kind } = figureColumns[name]
  if (kind === 'rate') return rate(Number(value))
  return kind === 'money' ? money(Number(value)) : number(Number(value))
}
