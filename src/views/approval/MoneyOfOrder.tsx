import { lazy, Suspense } from 'react'
import { businessDay } from '../../machines/calendar.ts'
import type { Detail } from '../../services/approval.ts'
import { loan } from '../../services/loan.ts'
import { ofOrder } from '../../services/payout.ts'
import { useConsole } from '../shared/console.ts'

const OrderMoney = lazy(async () => ({ default: (await import('../loan/OrderMoney.tsx')).OrderMoney }))

/**
 * The payout and loan of an order that was ever approved, for permitted staff. A past view shows them as of that day.
 */
export const MoneyOfOrder = ({
  detail: { order, history, asOf },
  payoutAt,
}: {
  detail: Detail
  payoutAt: HTMLElement | null
}) => {
  const { user } = useConsole()
  const wasPassed = history.some(({ type }) => type === 'finalPassed')
  // The present state, also in a past view.
  const isPassed = history.at(-1)?.state === 'passed'
  const hasPayout = wasPassed && user.interfaces.includes(ofOrder.interface)
  const hasLoan = isPassed && user.interfaces.includes(loan.interface)
  if (!hasPayout && !hasLoan) return null
  return (
    <Suspense fallback={null}>
      <OrderMoney
        key={order.orderNo}
        orderNo={order.orderNo}
        day={asOf === null ? undefined : businessDay(asOf)}
        hasPayout={hasPayout}
        hasLoan={hasLoan}
        payoutAt={payoutAt}
      />
    </Suspense>
  )
}
