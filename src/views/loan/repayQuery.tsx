import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { FindLoan } from './FindLoan.tsx'
import '../detail/record/record.css'
import './loan.css'

/** Finds loans. Each opens in a tab of its own, beside what was searched for. */
const RepayQuery = () => {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const orderNo = params.get('orderNo')
  // Where a loan was before it had a tab of its own: links to it were kept and sent.
  if (orderNo) return <Navigate to={to.loanOfOrder({ orderNo })} replace />
  return (
    <div>
      <h1 className="loan-lookup">{t('routes:repayQuery')}</h1>
      <FindLoan />
    </div>
  )
}

export const screen = RepayQuery
