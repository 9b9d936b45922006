import { Spinner } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { CallError } from '../../services/http.ts'
import { detail, type RecoveryCase } from '../../services/recoveryCase.ts'
import { ContactPart } from '../contact/ContactPart.tsx'
import { ChartPath } from '../detail/record/ChartPath.tsx'
import { PrintHead } from '../detail/record/PrintHead.tsx'
import { useRecord } from '../detail/record/useRecord.ts'
import { MessagesOfOrder } from '../message/MessagesOfOrder.tsx'
import { PlacementOfOrder } from '../placement/PlacementOfOrder.tsx'
import { Failed } from '../shared/Failed.tsx'
import { Notice } from '../shared/Notice.tsx'
import { CaseComplaints } from './CaseComplaints.tsx'
import { CaseDocuments } from './CaseDocuments.tsx'
import { CaseHead } from './CaseHead.tsx'
import { CaseHistory } from './CaseHistory.tsx'
import { LoanOfCase } from './LoanOfCase.tsx'
import { Owed } from './Owed.tsx'
import { Promises } from './Promises.tsx'
import { type CaseRecord, recoveryCases } from './subject.ts'
import '../detail/record/record.css'

// A malformed order number is answered with 400; it belongs to no order either.
const unknown = [400, 404]

/** A collector's work on one case: who it is, how late, what is owed, what was said, and what to do next. */
const CaseDetail = () => {
  const { t } = useTranslation()
  const { orderNo } = useParams() as { orderNo: string }
  const { record, error, retry, reload } = useRecord(
    detail,
    { orderNo },
    { kind: ['recoveryCase', 'loan'], id: orderNo },
  )
  if (!record && error instanceof CallError && unknown.includes(error.code))
    return <Notice title={t('detail:unknown', { name: orderNo })} text={t('detail:unknownText')} />
  if (!record && error !== undefined) return <Failed error={error} onRetry={retry} />
  if (!record) return <Spinner className="page-wait" size={28} />
  if (!record.row)
    return <Notice title={t('recoveryCase:screen.noCase')} text={t('recoveryCase:screen.noCaseText', { orderNo })} />
  return (
    <div className="detail">
      <PrintHead title={orderNo} />
      {error !== undefined && <Failed brief error={error} onRetry={retry} />}
      <Parts record={record} row={record.row} onReload={reload} />
      <ChartPath process={recoveryCases} steps={record.history} shown={record.history.length} />
    </div>
  )
}

const Parts = ({ record, row, onReload }: { record: CaseRecord; row: RecoveryCase; onReload: () => void }) => (
  <>
    <CaseHead record={record} row={row} onReload={onReload} />
    <div className="detail-columns">
      <div>
        <Owed row={row} owedThen={record.owedThen} partsThen={record.partsThen} />
        <Promises promises={record.promises} />
        <CaseComplaints history={record.history} />
        <LoanOfCase orderNo={row.orderNo} />
        <PlacementOfOrder orderNo={row.orderNo} debt={row} />
        <CaseDocuments orderNo={row.orderNo} />
      </div>
      <div>
        <ContactPart orderNo={row.orderNo} />
        <MessagesOfOrder orderNo={row.orderNo} />
      </div>
      <div>
        <CaseHistory history={record.history} />
      </div>
    </div>
  </>
)

export { CaseDetail as screen }
