import { HTMLTable } from '@blueprintjs/core'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import { Behind } from './Behind.tsx'
import { useDuration } from './duration.ts'
import type { Summary } from './useSummary.ts'
import { useChartWords } from './words.ts'

/** The ways that whole records took, the commonest first, with their times: waiting apart from work, and against the target. */
export const WaysTable = ({ figures: { chart, ways } }: { figures: Summary }) => {
  const format = useFormat()
  const { t, number, percent, rate } = format
  const duration = useDuration()
  const words = useChartWords(chart)
  if (ways.begun === 0) return null
  return (
    <section aria-labelledby="flow-ways" className="flow-table">
      <h2 id="flow-ways">{t('flow:ways')}</h2>
      <p className="flow-times">
        <span>{t('flow:begunBetween', { from: dayIn(ways.from, format), to: dayIn(ways.to, format) })}</span>
        <span>{t('flow:begunAndEnded', { begun: number(ways.begun), ended: number(ways.ended) })}</span>
        {ways.ended > 0 && (
          <>
            <span>{t('flow:workedAt', { median: duration(ways.work.medianMs), p90: duration(ways.work.p90Ms) })}</span>
            <span>
              {t('flow:waited', { median: duration(ways.waited.medianMs), p90: duration(ways.waited.p90Ms) })}
            </span>
            <span>
              {t('flow:cameBack')}{' '}
              <Behind n={ways.back} of="records" during={ways} where={{ chart, ended: '1', again: '1' }} /> (
              {percent(ways.back / ways.ended)})
            </span>
            {ways.target && (
              <span>
                {t('flow:withinTarget', {
                  target: duration(ways.target.ms),
                  n: number(ways.target.within),
                  part: percent(ways.target.within / ways.ended),
                })}
              </span>
            )}
          </>
        )}
      </p>
      <HTMLTable compact>
        <thead>
          <tr>
            <th scope="col">{t('flow:variant')}</th>
            <th scope="col">{t('flow:records')}</th>
            <th scope="col">{t('flow:part')}</th>
            <th scope="col">{t('flow:medianWhole')}</th>
            <th scope="col">{t('flow:p90')}</th>
          </tr>
        </thead>
        <tbody>
          {ways.variants.map(({ variant, path, isCut, ended, count, medianMs, p90Ms }) => (
            <tr key={variant}>
              <th scope="row">
                {path.map(words.stored).join(' → ')}
                {(isCut || !ended) && ' …'}
              </th>
              <td>
                <Behind n={count} of="records" during={ways} where={{ chart, variant }} />
              </td>
              <td>{rate((count * 10_000) / ways.begun)}</td>
              <td>{duration(medianMs)}</td>
              <td>{duration(p90Ms)}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      {ways.others > 0 && (
        <p>{t('flow:otherWays', { n: number(ways.kinds - ways.variants.length), records: number(ways.others) })}</p>
      )}
    </section>
  )
}
