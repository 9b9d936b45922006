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

export const orderNo = { ...text('orderNo', 'approval:screen.orderNo'), width: 170 }
export const customer: Column<OfLoan> = {
  ...text('customer', 'approval:screen.customer'),
  cell: (row, { t }) => row.customer || t('audit:erased'),
}
export const phone = text('phone', 'approval:screen.phone')
export const nik = text('nik', 'approval:screen.nik')
export const app = text('app', 'approval:screen.app')
export const product = text('product', 'approval:screen.product')
export const channel: Column<OfLoan> = {
  name: 'channel',
  label: 'approval:screen.channel',
  cell: (row) => <Channel name={row.channel} />,
}
export const loanState: Column<OfLoan> = {
  name: 'loanState',
  label: 'loan:list.loanState',
  cell: ({ loanState: state }, { t }) =>
    t(state === 'voided' ? 'loan:state.voided' : `loan:state.open.settlement.${state}`),
}

const intents: Record<string, Intent> = { settled: 'success', due: 'warning', overdue: 'danger', writtenOff: 'danger' }

export const status: Column<Instalment> = {
  name: 'status',
  label: 'loan:list.statusIs',
  width: 170,
  cell: (row, { t }) => <Tag intent={intents[row.status] ?? 'none'}>{t(`loan:list.status.${row.status}`)}</Tag>,
}
export const due = { ...day('due', 'loan:list.due', (row: Pick<Instalment, 'due'>) => row.due), sort: 'due' }
export const originalDue = day('originalDue', 'loan:list.originalDue', (row: Instalment) => row.originalDue)
export const term: Column<Instalment> = {
  name: 'term',
  label: 'loan:list.term',
  align: 'right',
  cell: (row, { t }) => t('loan:list.termOf', { term: row.term, terms: row.terms }),
}
export const interest = money('interest', 'loan:list.interest', (row: Instalment) => row.interest)
export const principal = money('principal', 'loan:list.principal', (row: Instalment) => row.principal)
export const virtualAccount: Column<Instalment> = {
  name: 'virtualAccount',
  label: 'loan:list.virtualAccount',
  cell: (row) => row.virtualAccount ?? '–',
  width: 180,
}

type Owed = Pick<Instalment, 'amount' | 'fee' | 'paid' | 'reduced' | 'remaining' | 'daysOverdue'>
export const amount = { ...summed('amount', 'loan:list.amount', (row: Owed) => row.amount), width: 190 }
export const fee = summed('fee', 'loan:list.fee', (row: Owed) => row.fee)
export const paid = summed('paid', 'loan:list.paid', (row: Owed) => row.paid)
export const reduced = summed('reduced', 'loan:list.reduced', (row: Owed) => row.reduced)
export const remaining = summed('remaining', 'loan:list.remaining', (row: Owed) => row.remaining)
export const daysOverdue = number('daysOverdue', 'loan:list.daysOverdue', (row: Owed) => row.daysOverdue)

export const instalments: Column<OverdueDay> = {
  ...number('instalments', 'loan:list.instalments', (row: OverdueDay) => row.instalments),
  sum: (total, format) => format.number(total),
}
export const orders = number('orders', 'loan:list.orders', (row: OverdueDay) => row.orders)

export const paidOn = { ...day('day', 'loan:list.paidOn', (row: Repayment) => row.day), sort: 'day' }
export const kind: Column<Repayment> = {
  name: 'kind',
  label: 'loan:list.kindIs',
  cell: (row, { t }) => t(`loan:list.kind.${row.kind}`),
}
export const reversed: Column<Repayment> = {
  name: 'reversed',
  label: 'loan:list.reversedIs',
  cell: (row, { t }) => (row.reversed ? <Tag intent="danger">{t('loan:list.reversed')}</Tag> : '–'),
}
export const txid: Column<Repayment> = { name: 'txid', label: 'loan:list.txid', cell: (row) => row.txid, width: 180 }
export const received = summed('amount', 'loan:list.received', (row: Repayment) => row.amount)
export const toInterest = summed('interest', 'loan:list.interest', (row: Repayment) => row.interest)
export const toPrincipal = summed('principal', 'loan:list.principal', (row: Repayment) => row.principal)
export const toFee = summed('fee', 'loan:list.ofFee', (row: Repayment) => row.fee)
export const charge = summed('charge', 'loan:list.charge', (row: Repayment) => row.charge)
export const credit = summed('credit', 'loan:list.credit', (row: Repayment) => row.credit)
