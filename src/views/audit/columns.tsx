import type { Happened } from '../../services/audit.ts'
import { instantCell } from '../list/cells.tsx'
import type { Column } from '../list/column.ts'
import { recordIn, saidIn, whatIn, whoIn } from './words.ts'

type HappenedColumn = Column<Happened>

export const at: HappenedColumn = {
  name: 'at',
  label: 'audit:at',
  sort: 'at',
  cell: (one, format) => instantCell(one.at, format),
}
export const by: HappenedColumn = { name: 'by', label: 'audit:by', cell: (one, { t }) => whoIn(one, t) }
export const what: HappenedColumn = { name: 'what', label: 'audit:what', cell: (one, { t }) => whatIn(one, t) }
export const record: HappenedColumn = {
  name: 'record',
  label: 'audit:record',
  cell: (one, { t }) => recordIn(one, t) || '–',
}
export const orderNo: HappenedColumn = {
  name: 'orderNo',
  label: 'approval:screen.orderNo',
  cell: (one) => one.orderNo ?? '–',
}
export const said: HappenedColumn = {
  name: 'said',
  label: 'audit:said',
  cell: (one, { t }) => saidIn(one, t) || '–',
}
export const ip: HappenedColumn = { name: 'ip', label: 'audit:ip', cell: (one) => one.ip || '–' }
export const device: HappenedColumn = { name: 'device', label: 'audit:device', cell: (one) => one.device || '–' }
