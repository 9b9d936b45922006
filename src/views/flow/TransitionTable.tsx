import { HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { busiest } from './busiest.ts'
import { useDuration } from './duration.ts'
import type { Summary } from './useSummary.ts'
import { useChartWords } from './words.ts'

/** The figures of each transition, in the order of the process. */
export const TransitionTable = ({ figures }: { figures: Summary }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const duration = useDuration()
  const words = useChartWords(figures.chart)
  const commonest = busiest(figures)
  return (
    <section aria-labelledby="flow-transitions" className="flow-table">
      <h2 id="flow-transitions">{t('flow:transitions')}</h2>
      <HTMLTable compact>
        <thead>
          <tr>
            <th scope="col">{t('flow:event')}</th>
            <th scope="col">{t('flow:from')}</th>
            <th scope="col">{t('flow:to')}</th>
            <th scope="col">{t('flow:taken')}</th>
            <th scope="col">{t('flow:median')}</th>
            <th scope="col">{t('flow:p90')}</th>
          </tr>
        </thead>
        <tbody>
          {figures.transitions.map((row) => (
            <tr key={`${row.from} ${row.event} ${row.to}`}>
              <th scope="row">
                {words.event(row.event)} {row === commonest && <Tag>{t('flow:busiest')}</Tag>}
              </th>
              <td>{words.state(row.from)}</td>
              <td>{words.state(row.to)}</td>
              <td>{number(row.count)}</td>
              <td>{duration(row.medianMs)}</td>
              <td>{duration(row.p90Ms)}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </section>
  )
}
