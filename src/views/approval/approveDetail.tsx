import { Callout, Spinner } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import type { Detail } from '../../services/approval.ts'
import { Privacy } from '../audit/Privacy.tsx'
import { ContactPart } from '../contact/ContactPart.tsx'
import { Edits } from '../customerEdit/Edits.tsx'
import { ChartPath } from '../detail/record/ChartPath.tsx'
import { wayTo } from '../detail/record/past.ts'
import { PrintHead } from '../detail/record/PrintHead.tsx'
import { MessagesOfOrder } from '../message/MessagesOfOrder.tsx'
import { Failed } from '../shared/Failed.tsx'
import { useFormat } from '../shared/format.ts'
import { Applicant, Contacts, Employment } from './Applicant.tsx'
import { DetailHead } from './DetailHead.tsx'
import { Documents } from './Documents.tsx'
import { Bureau, FindingFacts } from './Finding.tsx'
import { History } from './History.tsx'
import { Mended } from './Mended.tsx'
import { MoneyOfOrder } from './MoneyOfOrder.tsx'
import { NoApplication } from './NoApplication.tsx'
import { OrderNotes } from './OrderNotes.tsx'
import { Past } from './Past.tsx'
import { Related } from './Related.tsx'
import { approvals, shownAt } from './subject.ts'
import { Bank, Terms, Verdict } from './Terms.tsx'
import { useApplication } from './useApplication.ts'
import '../detail/record/record.css'

/** The screen on which a reviewer reads an application and decides. */
const ApproveDetail = () => {
  const { t } = useTranslation()
  const { orderNo } = useParams() as { orderNo: string }
  const { detail, error, retry, reload } = useApplication(orderNo)
  const [payoutAt, setPayoutAt] = useState<HTMLElement | null>(null)

  if (!detail && error) return <NoApplication orderNo={orderNo} error={error} onRetry={retry} />
  if (!detail) return <Spinner className="page-wait" size={28} />
  const stage = detail.order.state.startsWith('final') ? 'final' : 'first'
  const machineView = (
    <Link to={{ pathname: to.machinerDetail({ orderNo, type: stage }), ...wayTo(shownAt(detail)) }}>
      {t('approval:screen.machineView')}
    </Link>
  )
  return (
    <div className="detail">
      <PrintHead title={orderNo} />
      <DetailHead detail={detail} onReload={reload} payoutAt={setPayoutAt} />
      {error !== undefined && <Failed brief error={error} onRetry={retry} />}
      <Erased detail={detail} />
      <Past detail={detail} />
      <div className="detail-columns">
        <div>
          <Applicant detail={detail} />
          <Employment detail={detail} />
          <Contacts detail={detail} />
          {detail.asOf === null && <Edits detail={detail} onChanged={reload} />}
          {detail.asOf === null && <ContactPart orderNo={orderNo} />}
          {detail.asOf === null && <MessagesOfOrder orderNo={orderNo} />}
        </div>
        <div>
          <Terms detail={detail} />
          <Verdict detail={detail} />
          <Mended detail={detail} />
          <FindingFacts detail={detail} aside={machineView} />
        </div>
        <div>
          <Documents detail={detail} />
          <Bank detail={detail} />
          <Bureau bureau={detail.bureau} />
          <OrderNotes orderNo={orderNo} until={detail.asOf} />
          {detail.asOf === null && <Privacy detail={detail} onErased={reload} />}
        </div>
        <div>
          <Related detail={detail} />
          <History detail={detail} />
        </div>
      </div>
      <MoneyOfOrder detail={detail} payoutAt={payoutAt} />
      <ChartPath process={approvals} steps={detail.history} shown={detail.order.version} />
    </div>
  )
}

/** States that the order's customer was erased, and when. */
const Erased = ({ detail: { erased } }: { detail: Detail }) => {
  const { t, instant } = useFormat()
  if (!erased) return null
  return (
    <Callout intent="warning" compact className="detail-masked">
      {t('audit:erase.isErased', { when: instant(erased.at), who: erased.byName })}
    </Callout>
  )
}

export const screen = ApproveDetail
