import { useTranslation } from 'react-i18next'
import { Facts } from '../detail/Facts.tsx'
import { Failed } from '../shared/Failed.tsx'
import { Loan } from './Loan.tsx'
import { useLoan } from './useLoan.ts'

/** The loan of an order that was approved, once there is one. */
export const OrderLoan = ({ orderNo }: { orderNo: string }) => {
  const { t } = useTranslation()
  const { record, error, retry, reload } = useLoan(orderNo)
  if (!record && error !== undefined) return <Failed error={error} onRetry={retry} />
  if (!record) return <p className="detail-quiet">{t('common:loading')}</p>
  if (!record.loan)
    return (
      <Facts title="ledger:account">
        <p className="quiet">{t('ledger:noLoan')}</p>
      </Facts>
    )
  return <Loan record={record} loan={record.loan} onReload={reload} />
}
