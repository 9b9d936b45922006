import type { Intent } from '@blueprintjs/core'
import { to } from '../../machines/paths.ts'
import type { Instalment, OverdueDay, Repayment } from '../../services/loan.lists.ts'
import { Channel } from '../approval/parts.tsx'
import { moneyCell } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'
import { Tag } from '../shared/Tag.tsx'
import { dayIn } from './words.ts'

/** The path of the screen that shows the order's loan. */
export const loanPath = (orderNo: string) => `${to.repayQuery()}?${new URLSearchParams({ orderNo })}`

type Of<Row, Value> = (row: Row) => Value

const money = <Row,>(name: string, label: string, value: Of<Row, number>): Column<Row> => ({
  name,
  label,
  align: 'right',
  cell: (row, format) => moneyCell(value(row), format),
})
const summed = <Row,>(name: string, label: string, value: Of<Row, number>): Column<Row> => ({
  ...money(name, label, value),
  sum: moneyCell,
})
const number = <Row,>(name: string, label: string, value: Of<Row, number>): Column<Row> => ({
  name,
  label,
  align: 'right',
  cell: (row, format) => format.number(value(row)),
})
const day = <Row,>(name: string, label: string, value: Of<Row, string>): Column<Row> => ({
  name,
  label,
  cell: (row, format) => <time dateTime={value(row)}>{dayIn(value(row), format)}</time>,
})

type OfLoan = Pick<Repayment, 'orderNo' | 'customer' | 'phone' | 'nik' | 'app' | 'channel' | 'product' | 'loanState'>
const text = (name: keyof OfLoan, label: string): Column<OfLoan> => ({ name, label, cell: (row) => row[name] || '–' })

export const orderNo = { ...text('orderNo', 'approve:orderNo'), width: 170 }
export const customer: Column<OfLoan> = {
  ...text('customer', 'approve:customer'),
  cell: (row, { t }) => row.customer || t('audit:erased'),
}
export const phone = text('phone', 'approve:phone')
export const nik = text('nik', 'approve:nik')
export const app = text('app', 'approve:app')
export const product = text('product', 'approve:product')
export const channel: Column<OfLoan> = {
  name: 'channel',
  label: 'approve:channel',
  cell: (row) => <Channel name={row.channel} />,
}
export const loanState: Column<OfLoan> = {
  name: 'loanState',
  label: 'repay:loanState',
  cell: ({ loanState: state }, { t }) =>
    t(state === 'voided' ? 'loan:state.voided' : `loan:state.open.settlement.${state}`),
}

const intents: Record<string, Intent> = { settled: 'success', due: 'warning', overdue: 'danger', writtenOff: 'danger' }

export const status: Column<Instalment> = {
  name: 'status',
  label: 'repay:statusIs',
  width: 170,
  cell: (row, { t }) => <Tag intent={intents[row.status] ?? 'none'}>{t(`repay:status.${row.status}`)}</Tag>,
}
export const due = { ...day('due', 'repay:due', (row: Pick<Instalment, 'due'>) => row.due), sort: 'due' }
export const originalDue = day('originalDue', 'repay:originalDue', (row: Instalment) => row.originalDue)
export const term: Column<Instalment> = {
  name: 'term',
  label: 'repay:term',
  align: 'right',
  cell: (row, { t }) => t('repay:termOf', { term: row.term, terms: row.terms }),
}
export const interest = money('interest', 'repay:interest', (row: Instalment) => row.interest)
export const principal = money('principal', 'repay:principal', (row: Instalment) => row.principal)
export const virtualAccount: Column<Instalment> = {
  name: 'virtualAccount',
  label: 'repay:virtualAccount',
  cell: (row) => row.virtualAccount ?? '–',
  width: 180,
}

type Owed = Pick<Instalment, 'amount' | 'fee' | 'paid' | 'reduced' | 'remaining' | 'daysOverdue'>
export const amount = { ...summed('amount', 'repay:amount', (row: Owed) => row.amount), width: 190 }
export const fee = summed('fee', 'repay:fee', (row: Owed) => row.fee)
export const paid = summed('paid', 'repay:paid', (row: Owed) => row.paid)
export const reduced = summed('reduced', 'repay:reduced', (row: Owed) => row.reduced)
export const remaining = summed('remaining', 'repay:remaining', (row: Owed) => row.remaining)
export const daysOverdue = number('daysOverdue', 'repay:daysOverdue', (row: Owed) => row.daysOverdue)

export const instalments: Column<OverdueDay> = {
  ...number('instalments', 'repay:instalments', (row: OverdueDay) => row.instalments),
  sum: (total, format) => format.number(total),
}
export const orders = number('orders', 'repay:orders', (row: OverdueDay) => row.orders)

export const paidOn = { ...day('day', 'repay:paidOn', (row: Repayment) => row.day), sort: 'day' }
export const kind: Column<Repayment> = {
  name: 'kind',
  label: 'repay:kindIs',
  cell: (row, { t }) => t(`repay:kind.${row.kind}`),
}
export const reversed: Column<Repayment> = {
  name: 'reversed',
  label: 'repay:reversedIs',
  cell: (row, { t }) => (row.reversed ? <Tag intent="danger">{t('repay:reversed')}</Tag> : '–'),
}
export const txid: Column<Repayment> = { name: 'txid', label: 'repay:txid', cell: (row) => row.txid, width: 180 }
export const received = summed('amount', 'repay:received', (row: Repayment) => row.amount)
export const toInterest = summed('interest', 'repay:interest', (row: Repayment) => row.interest)
export const toPrincipal = summed('principal', 'repay:principal', (row: Repayment) => row.principal)
export const toFee = summed('fee', 'repay:ofFee', (row: Repayment) => row.fee)
export const charge = summed('charge', 'repay:charge', (row: Repayment) => row.charge)
export const credit = summed('credit', 'repay:credit', (row: Repayment) => row.credit)
