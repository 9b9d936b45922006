import type { Intent } from '@blueprintjs/core'
import { isOverdue, overdueColumns, paymentColumns, planColumns } from '../../services/loan.columns.ts'
import type { Instalment, OverdueDay, Repayment } from '../../services/loan.lists.ts'
import { moneyCell } from '../list/cells.tsx'
import { columnsOf } from '../list/columnsOf.tsx'
import { Channel } from '../shared/Channel.tsx'
import type { Format } from '../shared/format.ts'
import { Tag } from '../shared/Tag.tsx'

/** A flag that catches the eye; a dash otherwise. */
export const overdueCell = (is: boolean, t: Format['t']) =>
  is ? <Tag intent="danger">{t('loan:list.status.overdue')}</Tag> : '–'

type OfLoan = Pick<Repayment, 'orderNo' | 'customer' | 'phone' | 'nik' | 'app' | 'channel' | 'product' | 'loanState'>
const ofLoan = {
  orderNo: { width: 170 },
  customer: { cell: (row: OfLoan, { t }: Format) => row.customer || t('audit:erased') },
  channel: { cell: (row: OfLoan) => <Channel name={row.channel} /> },
  overdue: { width: 110, cell: (row: OfLoan, { t }: Format) => overdueCell(isOverdue(row.loanState), t) },
}

const summed = { sum: moneyCell }
const owed = {
  due: { sort: 'due' },
  amount: { ...summed, width: 190 },
  fee: summed,
  paid: summed,
  reduced: summed,
  remaining: summed,
}

const intents: Record<string, Intent> = { settled: 'success', due: 'warning', overdue: 'danger', writtenOff: 'danger' }

export const plan = columnsOf<Instalment, keyof typeof planColumns>(planColumns, {
  ...ofLoan,
  ...owed,
  status: {
    width: 170,
    cell: (row, { t }) => <Tag intent={intents[row.status] ?? 'none'}>{t(`loan:list.status.${row.status}`)}</Tag>,
  },
  term: { align: 'right' },
  virtualAccount: { width: 180 },
})

export const payments = columnsOf<Repayment, keyof typeof paymentColumns>(paymentColumns, {
  ...ofLoan,
  day: { sort: 'day' },
  amount: summed,
  interest: summed,
  principal: summed,
  fee: summed,
  charge: summed,
  credit: summed,
  reversed: {
    width: 110,
    cell: (row, { t }) => (row.reversed ? <Tag intent="danger">{t('loan:list.reversed')}</Tag> : '–'),
  },
  method: { width: 150 },
  payChannel: { width: 130 },
  txid: { width: 180 },
})

export const overdue = columnsOf<OverdueDay, keyof typeof overdueColumns>(overdueColumns, {
  ...owed,
  instalments: { sum: (total, format) => format.number(total) },
})
