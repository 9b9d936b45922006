import { HTMLTable } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Tag } from '../shared/Tag.tsx'
import { Behind } from './Behind.tsx'
import { slowest } from './busiest.ts'
import { useDuration } from './duration.ts'
import type { Summary } from './useSummary.ts'
import { useChartWords } from './words.ts'

/** The figures of each state, in the order of the process. */
export const StateTable = ({ figures }: { figures: Summary }) => {
  const { t } = useTranslation()
  const duration = useDuration()
  const { chart, before, period } = figures
  const words = useChartWords(chart)
  const longest = slowest(figures)
  const earlier = new Map(before?.states.map((row) => [row.state, row]))
  return (
    <section aria-labelledby="flow-states" className="flow-table">
      <h2 id="flow-states">{t('flow:states')}</h2>
      <HTMLTable compact>
        <thead>
          <tr>
            <th scope="col">{t('flow:state')}</th>
            {!period && <th scope="col">{t('flow:now')}</th>}
            <th scope="col">{t('flow:entered')}</th>
            <th scope="col">{t('flow:again')}</th>
            {before && <th scope="col">{t('flow:enteredBefore')}</th>}
            <th scope="col">{t('flow:median')}</th>
            {before && <th scope="col">{t('flow:medianBefore')}</th>}
            <th scope="col">{t('flow:p90')}</th>
          </tr>
        </thead>
        <tbody>
          {figures.states.map((row) => (
            <tr key={row.state}>
              <th scope="row">
                {words.state(row.state)} {row.work && <Tag intent="primary">{t('flow:work')}</Tag>}{' '}
                {row === longest && <Tag>{t('flow:slowest')}</Tag>}
              </th>
              {row.now !== null && (
                <td>
                  <Behind n={row.now} of="records" during={period} where={{ chart, state: `${chart}/${row.state}` }} />
                </td>
              )}
              <td>
                <Behind
                  n={row.entered}
                  of="steps"
                  during={period}
                  where={{ chart, entered: `${chart}/${row.state}` }}
                />
              </td>
              <td>
                <Behind
                  n={row.again}
                  of="steps"
                  during={period}
                  where={{ chart, entered: `${chart}/${row.state}`, again: '1' }}
                />
              </td>
              {before && <td>{earlier.get(row.state)?.entered ?? 0}</td>}
              <td>{duration(row.medianMs)}</td>
              {before && <td>{duration(earlier.get(row.state)?.medianMs ?? null)}</td>}
              <td>{duration(row.p90Ms)}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </section>
  )
}
