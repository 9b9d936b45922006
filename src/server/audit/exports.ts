import * as z from 'zod/mini'
import * as audit from '../../services/audit.ts'
import { instant, listed, type ExportColumn, type Exportables, text, word } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { auditLists } from './lists.ts'

type Column = ExportColumn<audit.Happened>

const whenAndWho: Record<string, Column> = {
  at: instant('audit:at', (one) => one.at),
  by: text('audit:by', (one) => one.byName),
}
const where: Record<string, Column> = {
  ip: text('audit:ip', (one) => one.ip),
  device: text('audit:device', (one) => one.device),
}
const what: Column = word('audit:what', ({ kind, type }) => (kind ? `${kind}:event.${type}` : `audit:type.${type}`))
const saidReason: Column = text('audit:reason', ({ said }) => (typeof said.reason === 'string' ? said.reason : null))

const columns: Record<string, Column> = {
  ...whenAndWho,
  what,
  record: text('audit:record', (one) => one.record),
  orderNo: text('approval:screen.orderNo', (one) => one.orderNo),
  ...where,
  reason: saidReason,
}

const seenColumns: Record<string, Column> = {
  ...whenAndWho,
  what,
  orderNo: text('approval:screen.orderNo', (one) => one.orderNo),
  list: word('audit:list', ({ said }) => (typeof said.title === 'string' ? said.title : null)),
  document: word('audit:document', ({ said }) => (typeof said.kind === 'string' ? `approval:mend.${said.kind}` : null)),
  ...where,
  reason: saidReason,
}

const loginColumns: Record<string, Column> = {
  ...whenAndWho,
  result: what,
  reason: word('audit:reason', ({ said }) => (typeof said.reason === 'string' ? `audit:failure.${said.reason}` : null)),
  ...where,
}

const paging = { after: true, limit: true } as const
const common = {
  words: 'audit',
  // An export of the audit counts as a view of the records that its rows are about.
  keyOf: ({ record }: audit.Happened) => record,
  commands: {},
  streamOf: (record: string) => record,
  bodyOf: () => ({}),
}

export const auditExports = (server: Pick<Server, 'db' | 'vault'>): Exportables => {
  const lists = auditLists(server)
  return {
    [audit.list.id]: listed({
      ...common,
      interface: audit.list.interface,
      filter: z.omit(audit.list.body, paging),
      page: lists.page,
      count: async ({ sort: _, ...filter }) => (await lists.count({ ...filter, exact: true })).count,
      secret: ['phone', 'nik'],
      title: () => 'routes:audit',
      columns,
    }),
    [audit.seen.id]: listed({
      ...common,
      interface: audit.seen.interface,
      filter: z.omit(audit.seen.body, paging),
      page: lists.seen,
      count: async ({ sort: _, ...filter }) => (await lists.seenCount({ ...filter, exact: true })).count,
      secret: [],
      title: () => 'routes:seen',
      columns: seenColumns,
    }),
    [audit.logins.id]: listed({
      ...common,
      interface: audit.logins.interface,
      filter: z.omit(audit.logins.body, paging),
      page: lists.logins,
      count: async ({ sort: _, ...filter }) => (await lists.loginCount({ ...filter, exact: true })).count,
      secret: [],
      title: () => 'routes:loginLog',
      columns: loginColumns,
    }),
  }
}
