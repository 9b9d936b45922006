import { to } from '../../machines/paths.ts'
import { count, list, type Payout } from '../../services/payout.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byApp, byNik, byOrderNo, byPhone } from '../list/ofOrder.ts'
import { byName } from '../list/ofOrder.ts'
import { columns } from './columns.tsx'
import { byChannel, byProduct, byStage, inDoubt } from './filters.ts'
import { subjectOf } from './subject.ts'
import { withAlarms } from './withAlarms.tsx'

const List = listScreen({
  name: 'changeChannel',
  empty: 'payout:screen.emptyChange',
  list,
  count,
  kind: 'payout',
  where: { list: 'change' },
  sorted: 'since',
  columns: [
    columns.orderNo,
    columns.state,
    columns.customer,
    columns.amount,
    columns.channel,
    columns.code,
    columns.proposer,
    columns.since,
    columns.evidence,
    columns.refusal,
    columns.thirdStatus,
    columns.message,
    columns.txid,
  ],
  filters: [byOrderNo, byPhone, byNik, byName, byStage('failed', 'checking'), byChannel, byProduct, byApp, inDoubt],
  keyOf: (payout: Payout) => payout.orderNo,
  row: (payout: Payout) => to.approveDetail({ orderNo: payout.orderNo }),
  subjectOf,
  found: ({ orderNo }) => ({ list: 'all' as const, orderNo }),
  actions: ['channelChanged', 'payoutApproved', 'payoutRefused'],
})

/** Failed payouts, proposed changes of channel that wait for a second person, and the alarms. */
export const screen = withAlarms(List)
