import { Spinner } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { detail as endpoint } from '../../services/approve.ts'
import { useRecord } from '../detail/useRecord.ts'
import { Failed } from '../shared/Failed.tsx'
import { Applicant, Employment } from './Applicant.tsx'
import { Standing } from './DetailHead.tsx'
import { Bureau, FindingFacts } from './Finding.tsx'
import { History } from './History.tsx'
import { Rules } from './Rules.tsx'
import { Terms } from './Terms.tsx'
import './detail.css'

/** An application as the machine saw it. */
const MachinerDetail = () => {
  const { t } = useTranslation()
  const { orderNo, type } = useParams() as { orderNo: string; type: string }
  const { record: detail, error, retry } = useRecord(endpoint, { orderNo }, { kind: 'approval', id: orderNo })

  if (!stages.has(type)) return <Navigate to={to.notFound()} replace />
  if (!detail) return error ? <Failed error={error} onRetry={retry} /> : <Spinner className="detail-wait" size={28} />
  return (
    <div className="detail">
      <header className="detail-head">
        <Standing order={detail.order} />
        <Link to={to.approveDetail({ orderNo })}>{t('approve:wholeView')}</Link>
      </header>
      {error !== undefined && <Failed error={error} onRetry={retry} />}
      <div className="detail-columns">
        <div>
          <FindingFacts detail={detail} />
          <Terms detail={detail} />
        </div>
        <div className="detail-wide">
          <Rules detail={detail} />
          <Bureau bureau={detail.bureau} />
          <Applicant person={detail.person} />
          <Employment person={detail.person} masked={detail.masked} />
        </div>
        <div>
          <History detail={detail} only={({ type }) => isOfMachine(type)} />
        </div>
      </div>
    </div>
  )
}

export const screen = MachinerDetail

// Which list somebody came from; no other word is an address of this screen.
const stages = new Set(['machine', 'first', 'final'])

const isOfMachine = (type: string) => type.startsWith('machine') || type === 'submitted' || type === 'resubmitted'
