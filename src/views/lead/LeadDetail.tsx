import { Spinner } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { CallError } from '../../services/http.ts'
import { detail } from '../../services/lead.ts'
import { ChartPath } from '../detail/record/ChartPath.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { PrintHead } from '../detail/record/PrintHead.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { MessagesOfLead } from '../message/MessagesOfOrder.tsx'
import { Failed } from '../shared/Failed.tsx'
import { Notice } from '../shared/Notice.tsx'
import { useTabName } from '../shared/useTabName.ts'
import { LeadFacts } from './LeadFacts.tsx'
import { LeadHead } from './LeadHead.tsx'
import { LeadHistory } from './LeadHistory.tsx'
import { LeadPrivacy } from './LeadPrivacy.tsx'
import { LeadReach } from './LeadReach.tsx'
import { leads } from './subject.ts'
import '../detail/record/record.css'
import './lead.css'

// A malformed id is answered with 400; it belongs to no lead either.
const unknown = [400, 404]

/** A seller's work on one lead: who it is, whether they may be called, what was said, and what to do next. */
const LeadDetail = () => {
  const { t } = useTranslation()
  const { id } = useParams() as { id: string }
  const { record, error, retry, reload } = useRecord(detail, { id }, { kind: ['lead', 'contact'], id })
  useTabName(record?.row.name || undefined)
  if (!record && error instanceof CallError && unknown.includes(error.code))
    return <Notice title={t('lead:screen.noLead')} text={t('detail:unknownText')} />
  if (!record && error !== undefined) return <Failed error={error} onRetry={retry} />
  if (!record) return <Spinner className="page-wait" size={28} />
  return (
    <div className="detail">
      <PrintHead title={record.row.name} />
      {error !== undefined && <Failed brief error={error} onRetry={retry} />}
      <LeadHead record={record} onReload={reload} />
      <div className="detail-columns">
        <div>
          {record.script && (
            <Facts title="lead:screen.script">
              <p className="lead-script">{record.script}</p>
            </Facts>
          )}
          <LeadReach record={record} onReload={reload} />
          {record.row.name !== '' && <MessagesOfLead id={id} name={record.row.name} />}
        </div>
        <div>
          <LeadFacts row={record.row} />
          <LeadPrivacy row={record.row} onErased={reload} />
        </div>
        <div>
          <LeadHistory history={record.history} />
        </div>
      </div>
      <ChartPath process={leads} steps={record.history} shown={record.history.length} />
    </div>
  )
}

export { LeadDetail as screen }
