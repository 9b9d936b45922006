import { Spinner } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import type { Detail } from '../../services/approval.ts'
import { Facts } from '../detail/record/Facts.tsx'
import { wayTo } from '../detail/record/past.ts'
import { PrintHead } from '../detail/record/PrintHead.tsx'
import { RuleResults } from '../risk/RuleResults.tsx'
import { Failed } from '../shared/Failed.tsx'
import { Applicant, Employment } from './Applicant.tsx'
import { Standing } from './DetailHead.tsx'
import { Bureau, FindingFacts } from './Finding.tsx'
import { History } from './History.tsx'
import { NoApplication } from './NoApplication.tsx'
import { Past } from './Past.tsx'
import '../detail/record/record.css'
import { shownAt } from './subject.ts'
import { Terms } from './Terms.tsx'
import { useApplication } from './useApplication.ts'

/** An application with the machine's view of it. */
const MachinerDetail = () => {
  const { t } = useTranslation()
  const { orderNo, type } = useParams() as { orderNo: string; type: string }
  const { detail, error, retry } = useApplication(orderNo)

  if (!stages.has(type)) return <Navigate to={to.notFound()} replace />
  if (!detail && error) return <NoApplication orderNo={orderNo} error={error} onRetry={retry} />
  if (!detail) return <Spinner className="page-wait" size={28} />
  return (
    <div className="detail">
      <PrintHead title={orderNo} />
      <header className="detail-head">
        <Standing detail={detail} />
        <Link to={{ pathname: to.approveDetail({ orderNo }), ...wayTo(shownAt(detail)) }}>
          {t('approval:screen.wholeView')}
        </Link>
      </header>
      {error !== undefined && <Failed brief error={error} onRetry={retry} />}
      <Past detail={detail} />
      <div className="detail-columns">
        <div>
          <FindingFacts detail={detail} />
          <Terms detail={detail} />
        </div>
        <div className="detail-wide">
          <Rules detail={detail} />
          <Bureau bureau={detail.bureau} />
          <Applicant detail={detail} />
          <Employment detail={detail} />
        </div>
        <div>
          <History detail={detail} only={({ type }) => isOfMachine(type)} />
        </div>
      </div>
    </div>
  )
}

export const screen = MachinerDetail

// The list that the user came from; any other type is not an address of this screen.
const stages = new Set(['machine', 'first', 'final'])

const isOfMachine = (type: string) => type.startsWith('machine') || type === 'submitted' || type === 'resubmitted'

/** The rules of the machine review; those of an unknown version cannot be shown. */
const Rules = ({ detail: { rules } }: { detail: Detail }) =>
  rules.length > 0 && (
    <Facts title="approval:screen.rules">
      <div className="detail-table">
        <RuleResults rules={rules} label="approval:screen.rules" />
      </div>
    </Facts>
  )
