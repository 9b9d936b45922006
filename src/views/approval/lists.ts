import { to } from '../../machines/paths.ts'
import { count, list, type Order } from '../../services/approval.ts'
import { byApp, byNik, byOrderNo, byPhone } from '../list/ofOrder.ts'
import { byApplied, byCustomerType } from './filters.ts'
import { subjectOf } from './subject.ts'

/** The declaration that all lists of applications share. */
export const applications = {
  list,
  count,
  kind: 'approval',
  filters: [byOrderNo, byPhone, byNik, byApp, byCustomerType, byApplied],
  keyOf: (order: Order) => order.orderNo,
  row: (order: Order) => to.approveDetail({ orderNo: order.orderNo }),
  subjectOf,
  found: ({ orderNo }: Order) => ({ list: 'all' as const, orderNo }),
}
