import { HTMLSelect, HTMLTable, Spinner } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { list, periods } from '../../services/reviewers.ts'
import { useLive } from '../detail/record/useLive.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { ReviewerRow } from '../reviewers/ReviewerRow.tsx'
import { Failed } from '../shared/Failed.tsx'
import { usePoll } from '../shared/usePoll.ts'
import '../reviewers/reviewers.css'

// Claims and decisions change with every decision, too often to reload on each change.
const refreshMs = 10_000

const heads = [
  'reviewer',
  'groups',
  'signedInSince',
  'weight',
  'holds',
  'decided',
  'orders',
  'perHour',
  'passRate',
  'returnRate',
  'overdueRate',
  'actions',
]
const texts = new Set(['reviewer', 'groups', 'signedInSince', 'orders', 'actions'])

/** The reviewers, who of them is at work, and their decisions in a period. */
const ReviewerManage = () => {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const period = periods.find((one) => one === params.get('period')) ?? 'today'
  const { record, error, retry, reload } = useRecord(list, { period }, { kind: 'reviewer', id: undefined })
  useLive('reviewGroup', undefined, reload)
  usePoll(reload, refreshMs)

  if (!record)
    return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="reviewers-wait" size={28} />
  return (
    <div className="reviewers">
      <header>
        <h1>{t('routes:reviewerManage')}</h1>
        <HTMLSelect
          aria-label={t('reviewers:period')}
          value={period}
          onChange={({ target: { value } }) => setParams({ period: value }, { replace: true })}
          options={periods.map((value) => ({ value, label: t(`reviewers:periods.${value}`) }))}
        />
      </header>
      <div className="reviewers-table">
        <HTMLTable compact>
          <thead>
            <tr>
              {heads.map((head) => (
                <th
                  key={head}
                  scope="col"
                  title={t(`reviewers:about.${head}`, { defaultValue: '' }) || undefined}
                  className={texts.has(head) ? undefined : 'reviewers-number'}
                >
                  {t(`reviewers:${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {record.reviewers.map((reviewer) => (
              <ReviewerRow key={reviewer.id} reviewer={reviewer} onChanged={reload} />
            ))}
          </tbody>
        </HTMLTable>
      </div>
    </div>
  )
}

export { ReviewerManage as screen }
