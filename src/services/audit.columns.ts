import type { Happened } from './audit.ts'
import { instant, text, word, type ListColumn, type ListColumns } from './columns.ts'

const whenAndWho = {
  at: instant('audit:at', (one) => one.at),
  by: text('audit:by', (one) => one.byName),
} satisfies ListColumns<Happened>
const where = {
  ip: text('audit:ip', (one) => one.ip),
  device: text('audit:device', (one) => one.device),
} satisfies ListColumns<Happened>
const what: ListColumn<Happened> = word('audit:what', ({ kind, type }) =>
  kind ? `${kind}:event.${type}` : `audit:type.${type}`,
)
const enteredReason: ListColumn<Happened> = text('audit:reason', ({ said }) =>
  typeof said.reason === 'string' ? said.reason : null,
)

export const auditColumns = {
  ...whenAndWho,
  what,
  record: text('audit:record', (one) => one.record),
  orderNo: text('approval:screen.orderNo', (one) => one.orderNo),
  ...where,
  reason: enteredReason,
} satisfies ListColumns<Happened>

export const seenColumns = {
  ...whenAndWho,
  what,
  orderNo: text('approval:screen.orderNo', (one) => one.orderNo),
  list: word('audit:list', ({ said }) => (typeof said.title === 'string' ? said.title : null)),
  document: word('audit:document', ({ said }) => (typeof said.kind === 'string' ? `approval:mend.${said.kind}` : null)),
  ...where,
  reason: enteredReason,
} satisfies ListColumns<Happened>

export const loginColumns = {
  ...whenAndWho,
  result: what,
  reason: word('audit:reason', ({ said }) => (typeof said.reason === 'string' ? `audit:failure.${said.reason}` : null)),
  ...where,
} satisfies ListColumns<Happened>
