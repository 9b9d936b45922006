import { useTranslation } from 'react-i18next'
import { FindLoan } from './FindLoan.tsx'
import '../detail/record/record.css'
import './loan.css'

/** Finds loans. Each opens in a tab of its own, beside what was searched for. */
const RepayQuery = () => {
  const { t } = useTranslation()
  return (
    <div className="detail">
      <h1 className="loan-lookup">{t('routes:repayQuery')}</h1>
      <FindLoan />
    </div>
  )
}

export const screen = RepayQuery
