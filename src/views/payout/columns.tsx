import type { Intent } from '@blueprintjs/core'
import { arrivalColumns, dayColumns, payoutColumns } from '../../services/payout.columns.ts'
import { type Arrival, type Payout, type PayoutDay, providerName } from '../../services/payout.ts'
import { moneyCell, Waiting } from '../list/cells.tsx'
import { columnsOf } from '../list/columnsOf.tsx'
import { dayIn } from '../shared/day.ts'
import type { Format } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'

const intents: Record<string, Intent> = {
  waiting: 'none',
  checking: 'primary',
  sending: 'primary',
  processing: 'primary',
  unknown: 'warning',
  failed: 'danger',
  succeeded: 'success',
  accepted: 'primary',
  bounced: 'danger',
}

export const stateTag = (state: string, { t }: Format) => (
  <Tag intent={intents[state.split('.')[0]!] ?? 'none'}>{t(`payout:state.${state}`)}</Tag>
)

/** The provider's status of a payout attempt. */
export const thirdTag = (status: string, { t }: Format) => (
  <Tag intent={intents[status] ?? 'none'}>{t(`payout:screen.third.${status}`)}</Tag>
)

type Both = Payout | Arrival

const both = {
  orderNo: { width: 170 },
  customer: { cell: (row: Both, { t }: Format) => row.customer || t('audit:erased') },
  channel: { cell: (row: Both) => providerName(row.channel) },
  amount: { sum: moneyCell },
  txid: { width: 180 },
}

export const columns = columnsOf<Payout, keyof typeof payoutColumns>(payoutColumns, {
  ...both,
  state: { width: 190, cell: (row, format) => stateTag(row.state, format) },
  since: { sort: 'since', cell: (row) => <Waiting since={row.since} /> },
  proofDay: { cell: (row, format) => (row.proofDay ? dayIn(row.proofDay, format) : '–') },
  thirdStatus: { cell: (row, format) => (row.thirdStatus ? thirdTag(row.thirdStatus, format) : '–') },
  contradicted: {
    cell: (row, { t }) => (row.contradicted ? <Tag intent="danger">{t('payout:screen.isContradicted')}</Tag> : '–'),
  },
  attempts: { width: 90 },
})

export const arrivals = columnsOf<Arrival, keyof typeof arrivalColumns>(arrivalColumns, {
  ...both,
  arrivedAt: { sort: 'arrivedAt' },
  returnedAmount: { width: 180, sum: moneyCell },
})

const counted = { sum: (total: number, format: Format) => format.number(total) }

export const days = columnsOf<PayoutDay, keyof typeof dayColumns>(dayColumns, {
  day: { sort: 'day' },
  paid: counted,
  amount: { sum: moneyCell },
  returned: counted,
  returnedAmount: { sum: moneyCell },
})
