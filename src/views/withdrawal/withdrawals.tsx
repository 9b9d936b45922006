import { to } from '../../machines/paths.ts'
import { count, list, type Withdrawal } from '../../services/withdrawal.ts'
import { listScreen } from '../list/listScreen.tsx'
import { shownColumns } from './columns.tsx'
import { withdrawalFilters } from './filters.ts'
import { withdrawalSubject } from './subject.ts'

/** All withdrawals from the lender's accounts. */
export const Withdrawals = listScreen({
  name: 'withdrawal',
  empty: 'withdrawal:screen.empty',
  counted: 'withdrawal:screen.count',
  list,
  count,
  kind: 'withdrawal',
  where: {},
  sorted: '-requestedAt',
  columns: shownColumns,
  filters: withdrawalFilters,
  keyOf: ({ txid }: Withdrawal) => txid,
  row: ({ txid }: Withdrawal) => `${to.withdrawal()}?${new URLSearchParams({ txid })}`,
  subjectOf: withdrawalSubject,
  found: ({ txid }: Withdrawal) => ({ txid }),
  actions: [
    'withdrawalApproved',
    'withdrawalRefused',
    'withdrawalCancelled',
    'paidProposed',
    'unpaidProposed',
    'withdrawalResolved',
    'proofRefused',
  ],
})
