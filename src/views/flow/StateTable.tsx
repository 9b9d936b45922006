import { HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { slowest } from './busiest.ts'
import { useDuration } from './duration.ts'
import type { Summary } from './useSummary.ts'
import { useChartWords } from './words.ts'

/** The figures of each state, in the order of the process. */
export const StateTable = ({ figures }: { figures: Summary }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const duration = useDuration()
  const words = useChartWords(figures.chart)
  const longest = slowest(figures)
  return (
    <section aria-labelledby="flow-states" className="flow-table">
      <h2 id="flow-states">{t('flow:states')}</h2>
      <HTMLTable compact>
        <thead>
          <tr>
            <th scope="col">{t('flow:state')}</th>
            <th scope="col">{t('flow:now')}</th>
            <th scope="col">{t('flow:median')}</th>
            <th scope="col">{t('flow:p90')}</th>
          </tr>
        </thead>
        <tbody>
          {figures.states.map((row) => (
            <tr key={row.state}>
              <th scope="row">
                {words.state(row.state)} {row === longest && <Tag>{t('flow:slowest')}</Tag>}
              </th>
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
