import { lazy, Suspense } from 'react'
import { ofOrder } from '../../services/loan.ts'
import { useConsole } from '../shared/console.ts'
import type { Detail } from './subject.ts'

const OrderPayout = lazy(async () => ({ default: (await import('../loan/OrderPayout.tsx')).OrderPayout }))

/** The payout of an order that was ever approved; a past view of the application knows nothing of it. */
export const PayoutOfOrder = ({ detail: { order, asOf } }: { detail: Detail }) => {
  const { user } = useConsole()
  if (asOf !== null || order.finalAt === null || !user.interfaces.includes(ofOrder.interface)) return null
  return (
    <Suspense fallback={null}>
      <OrderPayout orderNo={order.orderNo} />
    </Suspense>
  )
}
