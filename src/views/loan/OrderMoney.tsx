import { useTranslation } from 'react-i18next'
import { Facts } from '../detail/record/Facts.tsx'
import { useMoment } from '../detail/record/moment.ts'
import { type Moment } from '../detail/record/moment.ts'
import { OrderPayout } from '../payout/OrderPayout.tsx'
import { Failed } from '../shared/Failed.tsx'
import { Loan } from './Loan.tsx'
import { lastInstant, type LoanRecord } from './subject.ts'
import { useLoan } from './useLoan.ts'

type OrderMoneyProps = {
  orderNo: string
  /** The day at whose end the whole order is shown; without it the URL sets the moment. */
  day: string | undefined
  hasPayout: boolean
  hasLoan: boolean
  /** The element for the payout's buttons. */
  payoutAt: HTMLElement | null
}

/** An order's payout, and its loan once there is one, both at the same moment. */
export const OrderMoney = ({ orderNo, day, hasPayout, hasLoan, payoutAt }: OrderMoneyProps) => {
  const { moment } = useMoment()
  const shown = day === undefined ? moment : { day }
  if (hasLoan) return <PayoutAndLoan {...{ orderNo, hasPayout, payoutAt }} moment={shown} />
  return <OrderPayout {...{ orderNo, payoutAt }} until={lastInstant(shown)} />
}

type PayoutAndLoanProps = Pick<OrderMoneyProps, 'orderNo' | 'hasPayout' | 'payoutAt'> & { moment: Moment }

const PayoutAndLoan = ({ orderNo, hasPayout, payoutAt, moment }: PayoutAndLoanProps) => {
  const { record, error, retry, reload } = useLoan(orderNo)
  // The instant of a loan's step is unknown until the loan is loaded.
  const isKnown = moment.step === undefined || record !== undefined || error !== undefined
  return (
    <>
      {hasPayout && isKnown && (
        <OrderPayout {...{ orderNo, payoutAt }} until={lastInstant(moment, record?.loan?.history)} />
      )}
      {!record && error !== undefined ? (
        <Failed error={error} onRetry={retry} />
      ) : (
        <OrderLoan record={record} moment={moment} onReload={reload} />
      )}
    </>
  )
}

type OrderLoanProps = { record: LoanRecord | undefined; moment: Moment; onReload: () => void }

const OrderLoan = ({ record, moment, onReload }: OrderLoanProps) => {
  const { t } = useTranslation()
  if (!record) return <p className="quiet">{t('common:loading')}</p>
  if (!record.loan)
    return (
      <Facts title="loan:detail.account">
        <p className="quiet">{t('loan:detail.noLoan')}</p>
      </Facts>
    )
  return <Loan record={record} loan={record.loan} moment={moment} onReload={onReload} />
}
