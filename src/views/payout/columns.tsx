import type { Intent } from '@blueprintjs/core'
import { type Arrival, type Payout, type PayoutDay, returnedOf } from '../../services/payout.ts'
import { instantCell, moneyCell, Waiting } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'
import { dayIn } from '../loan/words.ts'
import type { Format } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'
import { providerName } from './subject.ts'

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
  <Tag intent={intents[status] ?? 'none'}>{t(`payouts:third.${status}`)}</Tag>
)

type Both = Pick<
  Payout & Arrival,
  'orderNo' | 'customer' | 'phone' | 'bank' | 'account' | 'app' | 'product' | 'channel'
>
const text = (name: keyof Both, label: string): Column<Both> => ({ name, label, cell: (row) => row[name] || '–' })

export const orderNo = { ...text('orderNo', 'approve:orderNo'), width: 170 }
export const customer: Column<Both> = {
  ...text('customer', 'approve:customer'),
  cell: (row, { t }) => row.customer || t('audit:erased'),
}
export const phone = text('phone', 'approve:phone')
export const bank = text('bank', 'approve:bankName')
export const account = text('account', 'approve:account')
export const app = text('app', 'approve:app')
export const product = text('product', 'approve:product')
export const channel: Column<Both> = {
  name: 'channel',
  label: 'payouts:channel',
  cell: (row) => providerName(row.channel),
}

const said = <Row,>(name: string, label: string, value: (row: Row) => string | null): Column<Row> => ({
  name,
  label,
  cell: (row) => value(row) ?? '–',
})

export const state: Column<Payout> = {
  name: 'state',
  label: 'payouts:state',
  width: 190,
  cell: (row, format) => stateTag(row.state, format),
}
export const amount: Column<Pick<Payout, 'amount'>> = {
  name: 'amount',
  label: 'payouts:amount',
  align: 'right',
  cell: (row, format) => moneyCell(row.amount, format),
  sum: moneyCell,
}
export const proposal: Column<Payout> = {
  name: 'proposal',
  label: 'payouts:proposed',
  cell: ({ proposal: kind }, { t }) => (kind ? t(`payout:event.${kind}`) : '–'),
}
export const proposer = said<Payout>('proposer', 'payouts:proposer', (row) => row.proposerName)
export const evidence = said<Payout>('evidence', 'payouts:evidence', (row) => row.evidence)
export const proofDay: Column<Payout> = {
  name: 'proofDay',
  label: 'payouts:arrivedOn',
  cell: (row, format) => (row.proofDay ? dayIn(row.proofDay, format) : '–'),
}
export const refusal = said<Payout>('refusal', 'payouts:refusal', (row) => row.refusal)
export const txid = { ...said<Pick<Payout, 'txid'>>('txid', 'payouts:txid', (row) => row.txid), width: 180 }
export const code = said<Pick<Payout, 'code'>>('code', 'payouts:code', (row) => row.code)
export const message = said<Payout>('message', 'payouts:message', (row) => row.message)
export const maker = said<{ makerName: string | null }>('maker', 'payouts:maker', (row) => row.makerName)
export const checker = said<{ checkerName: string | null }>('checker', 'payouts:checker', (row) => row.checkerName)

export const attempts: Column<Payout> = {
  name: 'attempts',
  label: 'payouts:attemptCount',
  align: 'right',
  width: 90,
  cell: (row, format) => format.number(row.attempts),
}
export const thirdStatus: Column<Payout> = {
  name: 'thirdStatus',
  label: 'payouts:thirdStatus',
  cell: (row, format) => (row.thirdStatus ? thirdTag(row.thirdStatus, format) : '–'),
}
export const contradicted: Column<Payout> = {
  name: 'contradicted',
  label: 'payouts:contradicted',
  cell: (row, { t }) => (row.contradicted ? <Tag intent="danger">{t('payouts:isContradicted')}</Tag> : '–'),
}
export const waitingFor: Column<Payout> = {
  name: 'since',
  label: 'payouts:since',
  sort: 'since',
  cell: (row) => <Waiting since={row.since} />,
}

const instant = <Row,>(name: string, label: string, at: (row: Row) => number | null): Column<Row> => ({
  name,
  label,
  width: 170,
  cell: (row, format) => instantCell(at(row), format),
})
export const openedAt = instant<Payout>('openedAt', 'payouts:openedAt', (row) => row.openedAt)
export const sentAt = instant<Payout>('sentAt', 'payouts:sentAt', (row) => row.sentAt)
export const endedAt = instant<Payout>('endedAt', 'payouts:endedAt', (row) => row.endedAt)
export const returnedAt = instant<Arrival>('returnedAt', 'payouts:returnedAt', (row) => row.returnedAt)
export const arrivedAt: Column<Arrival> = {
  ...instant<Arrival>('arrivedAt', 'payouts:arrivedAt', (row) => row.arrivedAt),
  sort: 'arrivedAt',
}

export const day: Column<PayoutDay> = {
  name: 'day',
  label: 'payouts:day',
  sort: 'day',
  cell: (row, format) => <time dateTime={row.day}>{dayIn(row.day, format)}</time>,
}
const count = (name: 'paid' | 'returned'): Column<PayoutDay> => ({
  name,
  label: `payouts:${name}`,
  align: 'right',
  cell: (row, format) => format.number(row[name]),
  sum: (total, format) => format.number(total),
})
export const paid = count('paid')
export const returned = count('returned')
const money = (name: 'amount' | 'returnedAmount', label: string): Column<PayoutDay> => ({
  name,
  label,
  align: 'right',
  cell: (row, format) => moneyCell(row[name], format),
  sum: moneyCell,
})
export const paidAmount = money('amount', 'payouts:paidAmount')
export const returnedAmount = money('returnedAmount', 'payouts:returnedAmount')
export const cameBack: Column<Arrival> = {
  name: 'returnedAmount',
  label: 'payouts:returnedAmount',
  align: 'right',
  width: 180,
  cell: (row, format) => moneyCell(returnedOf(row), format),
  sum: moneyCell,
}
