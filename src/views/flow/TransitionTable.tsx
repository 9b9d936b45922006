import { HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { Behind } from './Behind.tsx'
import { busiest } from './busiest.ts'
import { useDuration } from './duration.ts'
import type { Summary } from './useSummary.ts'
import { useChartWords } from './words.ts'

const keyOf = ({ from, event, to }: Summary['transitions'][number]) => `${from}/${event}/${to}`

/** The figures of each transition, in the order of the process. */
export const TransitionTable = ({ figures }: { figures: Summary }) => {
  const { t } = useTranslation()
  const { number, rate } = useFormat()
  const duration = useDuration()
  const { chart, before, period } = figures
  const words = useChartWords(chart)
  const commonest = busiest(figures)
  const earlier = new Map(before?.transitions.map((row) => [keyOf(row), row]))
  return (
    <section aria-labelledby="flow-transitions" className="flow-table">
      <h2 id="flow-transitions">{t('flow:transitions')}</h2>
      <HTMLTable compact>
        <thead>
          <tr>
            <th scope="col">{t('flow:event')}</th>
            <th scope="col" className="flow-word">
              {t('flow:from')}
            </th>
            <th scope="col" className="flow-word">
              {t('flow:to')}
            </th>
            <th scope="col">{t('flow:taken')}</th>
            <th scope="col">{t('flow:part')}</th>
            {before && <th scope="col">{t('flow:takenBefore')}</th>}
            {before && <th scope="col">{t('flow:partBefore')}</th>}
            <th scope="col">{t('flow:median')}</th>
            <th scope="col">{t('flow:p90')}</th>
          </tr>
        </thead>
        <tbody>
          {figures.transitions.map((row) => {
            const was = earlier.get(keyOf(row))
            return (
              <tr key={keyOf(row)}>
                <th scope="row">
                  {words.event(row.event)} {row === commonest && <Tag>{t('flow:busiest')}</Tag>}
                </th>
                <td className="flow-word">{words.state(row.from)}</td>
                <td className="flow-word">{words.state(row.to)}</td>
                <td>
                  <Behind n={row.count} of="steps" during={period} where={{ chart, step: `${chart}/${keyOf(row)}` }} />
                </td>
                <td>{row.part === null ? '–' : rate(row.part)}</td>
                {before && <td>{number(was?.count ?? 0)}</td>}
                {before && <td>{was?.part == null ? '–' : rate(was.part)}</td>}
                <td>{duration(row.medianMs)}</td>
                <td>{duration(row.p90Ms)}</td>
              </tr>
            )
          })}
        </tbody>
      </HTMLTable>
    </section>
  )
}
