import { isOver } from '../../machines/approval.ts'
import { approvalColumns } from '../../services/approval.columns.ts'
import type { Order } from '../../services/approval.ts'
import { moneyCell, Waiting } from '../list/cells.tsx'
import { columnsOf } from '../list/columnsOf.tsx'
import { Age } from './Age.tsx'
import { daysIn, referTag, stateTag } from './parts.tsx'

const declared = columnsOf<Order, keyof typeof approvalColumns>(approvalColumns, {
  customer: { cell: (order, { t }) => order.customer || t('audit:erased') },
  amount: { sum: moneyCell },
  proposedTerm: { cell: (order, format) => daysIn(order.proposedTerm, format) },
  refer: { cell: (order, format) => (order.refer ? referTag(format) : format.t('approval:screen.machinePassed')) },
  round: { width: 70 },
  state: { width: 190, cell: (order, format) => stateTag(order.state, format) },
  firstAt: { sort: 'firstAt' },
  finalAt: { sort: 'finalAt' },
  // The time in the present state, while somebody has to act. The longest waiting come first.
  waitingFor: {
    label: 'approval:screen.waitingFor',
    align: 'right',
    sort: '-since',
    cell: (order) => (isOver(order.state) ? null : <Waiting since={order.since} />),
  },
  age: { label: 'approval:screen.age', align: 'right', width: 170, cell: (order) => <Age order={order} /> },
})

const { sort: _, ...waiting } = declared.waitingFor

export const columns = {
  ...declared,
  /** For lists that are sorted by the instant of the application. */
  appliedFirst: { ...declared.appliedAt, sort: 'appliedAt' },
  /** For lists that are not sorted by it. */
  waiting,
}
