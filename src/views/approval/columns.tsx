import { isOver } from '../../machines/approval.ts'
import { approvalColumns } from '../../services/approval.columns.ts'
import type { Order } from '../../services/approval.ts'
import { moneyCell, Waiting } from '../list/cells.tsx'
import { columnsOf } from '../list/columnsOf.tsx'
import { useFormat, useNow } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
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

/** An application's age, now or at its decision, relative to its target time. */
const Age = ({ order: { state, since, appliedAt, targetAt } }: { order: Order }) => {
  const { t, lasting, instant } = useFormat()
  const now = useNow()
  const until = isOver(state) ? since : now
  const words = t('approval:screen.ageOf', { age: lasting(appliedAt, until), target: lasting(appliedAt, targetAt) })
  const title = t('approval:screen.targetAt', { when: instant(targetAt) })
  if (until <= targetAt) return <span title={title}>{words}</span>
  return (
    <Tag intent={isOver(state) ? 'none' : 'danger'} title={title}>
      {words}
    </Tag>
  )
}
