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
  <Tag intent={intents[status] ?? 'none'}>{t(`payout:screen.third.${status}`)}</Tag>
)

type Both = Pick<
  Payout & Arrival,
  'orderNo' | 'customer' | 'phone' | 'bank' | 'account' | 'app' | 'product' | 'channel'
>
const text = (name: keyof Both, label: string): Column<Both> => ({ name, label, cell: (row) => row[name] || '–' })

export const orderNo = { ...text('orderNo', 'approval:screen.orderNo'), width: 170 }
export const customer: Column<Both> = {
  ...text('customer', 'approval:screen.customer'),
  cell: (row, { t }) => row.customer || t('audit:erased'),
}
export const phone = text('phone', 'approval:screen.phone')
export const bank = text('bank', 'approval:screen.bankName')
export const account = text('account', 'approval:screen.account')
export const app = text('app', 'approval:screen.app')
export const product = text('product', 'approval:screen.product')
export const channel: Column<Both> = {
  name: 'channel',
  label: 'payout:screen.channel',
  cell: (row) => providerName(row.channel),
}

const said = <Row,>(name: string, label: string, value: (row: Row) => string | null): Column<Row> => ({
  name,
  label,
  cell: (row) => value(row) ?? '–',
})

export const state: Column<Payout> = {
  name: 'state',
  label: 'payout:screen.state',
  width: 190,
  cell: (row, format) => stateTag(row.state, format),
}
export const amount: Column<Pick<Payout, 'amount'>> = {
  name: 'amount',
  label: 'payout:screen.amount',
  align: 'right',
  cell: (row, format) => moneyCell(row.amount, format),
  sum: moneyCell,
}
export const proposal: Column<Payout> = {
  name: 'proposal',
  label: 'payout:screen.proposed',
  cell: ({ proposal: kind }, { t }) => (kind ? t(`payout:event.${kind}`) : '–'),
}
export const proposer = said<Payout>('proposer', 'payout:screen.proposer', (row) => row.proposerName)
export const evidence = said<Payout>('evidence', 'payout:screen.evidence', (row) => row.evidence)
export const proofDay: Column<Payout> = {
  name: 'proofDay',
  label: 'payout:screen.arrivedOn',
  cell: (row, format) => (row.proofDay ? dayIn(row.proofDay, format) : '–'),
}
export const refusal = said<Payout>('refusal', 'payout:screen.refusal', (row) => row.refusal)
export const txid = { ...said<Pick<Payout, 'txid'>>('txid', 'payout:screen.txid', (row) => row.txid), width: 180 }
export const code = said<Pick<Payout, 'code'>>('code', 'payout:screen.code', (row) => row.code)
export const message = said<Payout>('message', 'payout:screen.message', (row) => row.message)
export const maker = said<{ makerName: string | null }>('maker', 'payout:screen.maker', (row) => row.makerName)
export const checker = said<{ checkerName: string | null }>(
  'checker',
  'payout:screen.checker',
  (row) => row.checkerName,
)

export const attempts: Column<Payout> = {
  name: 'attempts',
  label: 'payout:screen.attemptCount',
  align: 'right',
  width: 90,
  cell: (row, format) => format.number(row.attempts),
}
export const thirdStatus: Column<Payout> = {
  name: 'thirdStatus',
  label: 'payout:screen.thirdStatus',
  cell: (row, format) => (row.thirdStatus ? thirdTag(row.thirdStatus, format) : '–'),
}
export const contradicted: Column<Payout> = {
  name: 'contradicted',
  label: 'payout:screen.contradicted',
  cell: (row, { t }) => (row.contradicted ? <Tag intent="danger">{t('payout:screen.isContradicted')}</Tag> : '–'),
}
export const waitingFor: Column<Payout> = {
  name: 'since',
  label: 'payout:screen.since',
  sort: 'since',
  cell: (row) => <Waiting since={row.since} />,
}

const instant = <Row,>(name: string, label: string, at: (row: Row) => number | null): Column<Row> => ({
  name,
  label,
  width: 170,
  cell: (row, format) => instantCell(at(row), format),
})
export const openedAt = instant<Payout>('openedAt', 'payout:screen.openedAt', (row) => row.openedAt)
export const sentAt = instant<Payout>('sentAt', 'payout:screen.sentAt', (row) => row.sentAt)
export const endedAt = instant<Payout>('endedAt', 'payout:screen.endedAt', (row) => row.endedAt)
export const returnedAt = instant<Arrival>('returnedAt', 'payout:screen.returnedAt', (row) => row.returnedAt)
export const arrivedAt: Column<Arrival> = {
  ...instant<Arrival>('arrivedAt', 'payout:screen.arrivedAt', (row) => row.arrivedAt),
  sort: 'arrivedAt',
}

export const day: Column<PayoutDay> = {
  name: 'day',
  label: 'payout:screen.day',
  sort: 'day',
  cell: (row, format) => <time dateTime={row.day}>{dayIn(row.day, format)}</time>,
}
const count = (name: 'paid' | 'returned'): Column<PayoutDay> => ({
  name,
  label: `payout:screen.${name}`,
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
export const paidAmount = money('amount', 'payout:screen.paidAmount')
export const returnedAmount = money('returnedAmount', 'payout:screen.returnedAmount')
export const cameBack: Column<Arrival> = {
  name: 'returnedAmount',
  label: 'payout:screen.returnedAmount',
  align: 'right',
  width: 180,
  cell: (row, format) => moneyCell(returnedOf(row), format),
  sum: moneyCell,
}
