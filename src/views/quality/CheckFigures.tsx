import { HTMLTable, Spinner } from '@blueprintjs/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { addDays, businessDay, dayStart } from '../../machines/calendar.ts'
import { to } from '../../machines/paths.ts'
import { figures } from '../../services/quality.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { Failed } from '../shared/Failed.tsx'
import { useFormat, useNow } from '../shared/format.ts'
import '../access/power.css'

const length = 90

/** The figures of the visits that were sampled in the last days. Each opens its list. */
const CheckFigures = () => {
  const { t, number, rate } = useFormat()
  const now = useNow()
  const [today] = useState(() => businessDay(now))
  const first = addDays(today, 1 - length)
  const { record, error, retry } = useRecord(
    figures,
    { sampledFrom: dayStart(first), sampledTo: dayStart(addDays(today, 1)) },
    { kind: 'quality', id: undefined },
  )
  if (!record) return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="page-wait" size={28} />
  const cell = (value: number, filter: Record<string, string>) => (
    <td>
      <Link to={`${to.checkList()}?${new URLSearchParams({ ...filter, sampled: `${first}..${today}` })}`}>
        {number(value)}
      </Link>
    </td>
  )
  const share = (part: number, rest: number) => <td>{part + rest === 0 ? '–' : rate(shareOf(part, part + rest))}</td>
  return (
    <div className="power">
      <p>{t('quality:screen.period', { count: length })}</p>
      <Facts title="quality:screen.bySeller">
        <div className="power-table">
          <HTMLTable compact aria-label={t('quality:screen.bySeller')}>
            <thead>
              <tr>
                <th scope="col">{t('lead:screen.seller')}</th>
                <th scope="col">{t('quality:state.passed')}</th>
                <th scope="col">{t('quality:state.failed')}</th>
                <th scope="col">{t('quality:screen.passRate')}</th>
              </tr>
            </thead>
            <tbody>
              {record.sellers.map(({ id, name, passed, failed }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  {cell(passed, { seller: id, state: 'passed' })}
                  {cell(failed, { seller: id, state: 'failed' })}
                  {share(passed, failed)}
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      </Facts>
      <Facts title="quality:screen.byChecker">
        <div className="power-table">
          <HTMLTable compact aria-label={t('quality:screen.byChecker')}>
            <thead>
              <tr>
                <th scope="col">{t('quality:screen.checker')}</th>
                <th scope="col">{t('quality:screen.checked')}</th>
                <th scope="col">{t('quality:agrees.yes')}</th>
                <th scope="col">{t('quality:agrees.no')}</th>
                <th scope="col">{t('quality:screen.agreement')}</th>
              </tr>
            </thead>
            <tbody>
              {record.checkers.map(({ id, name, checked, agreed, differed }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  {cell(checked, { checker: id })}
                  {cell(agreed, { compared: id, agrees: 'yes' })}
                  {cell(differed, { compared: id, agrees: 'no' })}
                  {share(agreed, differed)}
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      </Facts>
    </div>
  )
}

const shareOf = (part: number, whole: number) => Math.round((part * 10_000) / whole)

export { CheckFigures as screen }
