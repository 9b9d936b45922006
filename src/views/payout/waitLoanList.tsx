import { to } from '../../machines/paths.ts'
import { decidedPayouts } from '../../services/payout.columns.ts'
import { count, list, type Payout } from '../../services/payout.ts'
import { listScreen } from '../list/listScreen.tsx'
import { byApp, byNik, byOrderNo, byPhone } from '../list/ofOrder.ts'
import { byName } from '../list/ofOrder.ts'
import { columns } from './columns.tsx'
import { byChannel, byOpened, byProduct, byStage, inDoubt } from './filters.ts'
import { subjectOf } from './subject.ts'
import { withAlarms } from './withAlarms.tsx'

const List = listScreen({
  name: 'waitLoanList',
  empty: 'payout:screen.empty',
  list,
  count,
  kind: 'payout',
  where: { list: 'wait' },
  sorted: 'since',
  columns: [
    columns.orderNo,
    columns.state,
    columns.customer,
    columns.amount,
    columns.since,
    columns.proposer,
    columns.code,
    columns.channel,
    columns.bank,
    columns.account,
    columns.proposal,
    columns.evidence,
    columns.proofDay,
    columns.refusal,
    columns.thirdStatus,
    columns.message,
    columns.contradicted,
    columns.attempts,
    columns.txid,
    columns.sentAt,
    columns.endedAt,
    columns.maker,
    columns.checker,
    columns.product,
    columns.app,
    columns.openedAt,
    columns.phone,
  ],
  filters: [
    byOrderNo,
    byPhone,
    byNik,
    byName,
    byStage('waiting', 'checking', 'sending', 'processing', 'unknown', 'failed'),
    byChannel,
    byProduct,
    byApp,
    byOpened,
    inDoubt,
  ],
  keyOf: (payout: Payout) => payout.orderNo,
  row: (payout: Payout) => to.approveDetail({ orderNo: payout.orderNo }),
  subjectOf,
  found: ({ orderNo }) => ({ list: 'all' as const, orderNo }),
  bulk: { events: ['payoutSubmitted', 'payoutApproved', 'payoutRefused'], decided: decidedPayouts },
  actions: [
    'payoutSubmitted',
    'payoutApproved',
    'payoutRefused',
    'payoutRetried',
    'channelChanged',
    'accountChanged',
    'paidProposed',
    'unpaidProposed',
    'payoutResolved',
    'proofRefused',
  ],
})

/** Payouts that are waiting, under way or failed, and the alarms. */
export const screen = withAlarms(List)
