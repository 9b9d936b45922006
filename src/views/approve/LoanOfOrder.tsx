import { lazy, Suspense } from 'react'
import { loan } from '../../services/repay.ts'
import { useConsole } from '../shared/console.ts'
import type { Detail } from './subject.ts'

const OrderLoan = lazy(async () => ({ default: (await import('../repay/OrderLoan.tsx')).OrderLoan }))

/** The loan that came of an approved order, for whoever may see it; a past view of the application knows nothing of it. */
export const LoanOfOrder = ({ detail: { order, asOf } }: { detail: Detail }) => {
  const { user } = useConsole()
  if (asOf !== null || order.state !== 'passed' || !user.interfaces.includes(loan.interface)) return null
  return (
    <Suspense fallback={null}>
      <OrderLoan orderNo={order.orderNo} />
    </Suspense>
  )
}
