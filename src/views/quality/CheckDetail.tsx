import { Spinner } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { CallError } from '../../services/http.ts'
import { detail, type QualityRecord } from '../../services/quality.ts'
import { ChartPath } from '../detail/record/ChartPath.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { PrintHead } from '../detail/record/PrintHead.tsx'
import { Timeline } from '../detail/record/Timeline.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { Failed } from '../shared/Failed.tsx'
import { Notice } from '../shared/Notice.tsx'
import { useTabName } from '../shared/useTabName.ts'
import { CardFacts } from './CardFacts.tsx'
import { CheckFacts } from './CheckFacts.tsx'
import { CheckHead } from './CheckHead.tsx'
import { qualityChecks } from './subject.ts'
import '../detail/record/record.css'

// A malformed id is answered with 400; it belongs to no visit either.
const unknown = [400, 404]

/** One visit to a lead, its scorecard, and what its checkers and its seller said. */
const CheckDetail = () => {
  const { t } = useTranslation()
  const { id } = useParams() as { id: string }
  const { record, error, retry, reload } = useRecord(detail, { id }, { kind: 'quality', id })
  useTabName(record?.row.name || undefined)
  if (!record && error instanceof CallError && unknown.includes(error.code))
    return <Notice title={t('quality:screen.noVisit')} text={t('detail:unknownText')} />
  if (!record && error !== undefined) return <Failed error={error} onRetry={retry} />
  if (!record) return <Spinner className="page-wait" size={28} />
  return (
    <div className="detail">
      <PrintHead title={record.row.name} />
      {error !== undefined && <Failed brief error={error} onRetry={retry} />}
      <CheckHead record={record} onReload={reload} />
      <div className="detail-columns">
        <div>
          <CheckFacts record={record} />
        </div>
        <div>
          <CardFacts items={record.items} pass={record.pass} />
        </div>
        <div>
          <CheckHistory history={record.history} />
        </div>
      </div>
      {record.row.state !== 'second' && (
        <ChartPath process={qualityChecks} steps={record.history} shown={record.history.length} />
      )}
    </div>
  )
}

export { CheckDetail as screen }

type Particulars = { missed?: string[]; evidence?: string; complaint?: string; reason?: string }

/** The events of the visit's check, the newest first. */
const CheckHistory = ({ history }: Pick<QualityRecord, 'history'>) => (
  <Facts title="quality:screen.history">
    <Timeline
      steps={history}
      shown={history.length}
      newest={history.length}
      words="quality"
      renderDetails={({ details }) => <Details details={details} />}
    />
  </Facts>
)

const Details = ({ details: { missed = [], evidence, complaint, reason } }: { details: Particulars }) => {
  const lines = [...missed, evidence, complaint, reason].filter((line) => line !== undefined)
  return lines.length === 0 ? null : <div>{lines.join(' · ')}</div>
}
