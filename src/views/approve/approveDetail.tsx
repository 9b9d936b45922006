import { Spinner } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { detail as endpoint } from '../../services/approve.ts'
import { useRecord } from '../detail/useRecord.ts'
import { Failed } from '../shared/Failed.tsx'
import { Applicant, Contacts, Employment } from './Applicant.tsx'
import { DetailHead } from './DetailHead.tsx'
import { Documents } from './Documents.tsx'
import { Bureau, FindingFacts } from './Finding.tsx'
import { History } from './History.tsx'
import { Bank, Terms, Verdict } from './Terms.tsx'
import './detail.css'

/** Everything that a reviewer decides on, and the decision. */
const ApproveDetail = () => {
  const { t } = useTranslation()
  const { orderNo } = useParams() as { orderNo: string }
  const { record: detail, error, retry, reload } = useRecord(endpoint, { orderNo }, { kind: 'approval', id: orderNo })

  if (!detail) return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="detail-wait" size={28} />
  const stage = detail.order.state.startsWith('final') ? 'final' : 'first'
  const machineView = <Link to={to.machinerDetail({ orderNo, type: stage })}>{t('approve:machineView')}</Link>
  return (
    <div className="detail">
      <DetailHead detail={detail} onReload={reload} />
      {error !== undefined && <Failed error={error} onRetry={retry} />}
      <div className="detail-columns">
        <div>
          <Applicant person={detail.person} />
          <Employment person={detail.person} masked={detail.masked} />
          <Contacts person={detail.person} />
        </div>
        <div>
          <Terms detail={detail} />
          <Verdict detail={detail} />
          <FindingFacts detail={detail} aside={machineView} />
        </div>
        <div>
          <Documents detail={detail} />
          <Bank detail={detail} />
          <Bureau bureau={detail.bureau} />
        </div>
        <div>
          <History detail={detail} />
        </div>
      </div>
    </div>
  )
}

export const screen = ApproveDetail
