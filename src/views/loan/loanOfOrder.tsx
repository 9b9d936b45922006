import { Spinner } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { CallError } from '../../services/http.ts'
import { ContactPart } from '../contact/ContactPart.tsx'
import { ChartPath } from '../detail/record/ChartPath.tsx'
import { useMoment } from '../detail/record/moment.ts'
import { PrintHead } from '../detail/record/PrintHead.tsx'
import { MessagesOfOrder } from '../message/MessagesOfOrder.tsx'
import { Failed } from '../shared/Failed.tsx'
import { Notice } from '../shared/Notice.tsx'
import { Loan } from './Loan.tsx'
import { loans } from './subject.ts'
import { useLoan } from './useLoan.ts'
import '../detail/form/form.css'
import '../detail/record/record.css'
import './loan.css'

/** A loan: at present, at a past moment, quoted for any day, and as a printed statement. */
const LoanOfOrder = () => {
  const { t } = useTranslation()
  const { orderNo } = useParams() as { orderNo: string }
  return (
    <div className="detail">
      <PrintHead title={t('loan:detail.statementOf', { orderNo })} />
      <h1 className="visually-hidden">{t('routes:loanOfOrder')}</h1>
      <Found orderNo={orderNo} />
    </div>
  )
}

// A malformed order number is answered with 400; it belongs to no order either.
const unknown = [400, 404]

const Found = ({ orderNo }: { orderNo: string }) => {
  const { t } = useTranslation()
  const { record, error, retry, reload } = useLoan(orderNo)
  const { moment } = useMoment()
  if (!record && error instanceof CallError && unknown.includes(error.code))
    return <Notice title={t('detail:unknown', { name: orderNo })} text={t('detail:unknownText')} />
  if (!record && error !== undefined) return <Failed error={error} onRetry={retry} />
  if (!record) return <Spinner className="page-wait" size={28} />
  if (!record.loan) return <Notice title={t('loan:detail.noLoan')} text={t('loan:detail.noLoanText', { orderNo })} />
  const { history } = record.loan
  // A printed statement goes to the customer: attempts to reach them do not belong on it.
  const reaching = (
    <>
      <div className="screen-only">
        <ContactPart orderNo={orderNo} />
      </div>
      <div className="screen-only">
        <MessagesOfOrder orderNo={orderNo} />
      </div>
    </>
  )
  return (
    <>
      <Loan record={record} loan={record.loan} moment={moment} onReload={reload} beside={reaching} />
      <ChartPath process={loans} steps={history} shown={moment.step ?? history.length} />
    </>
  )
}

export const screen = LoanOfOrder
