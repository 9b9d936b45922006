import * as z from 'zod/mini'
import { smsTemplateColumns } from '../../services/smsTemplate.columns.ts'
import * as smsTemplate from '../../services/smsTemplate.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { smsTemplateLists } from './lists.ts'

export const smsTemplateExports = (server: Pick<Server, 'db'>): Exportable => {
  const { page, count } = smsTemplateLists(server)
  return listed({
    interface: smsTemplate.list.interface,
    words: 'smsTemplate',
    filter: z.omit(smsTemplate.list.body, { after: true, limit: true }),
    page,
    count: async ({ sort: _, ...filter }) => (await count({ ...filter, exact: true })).count,
    secret: [],
    title: () => 'routes:smsSendManage',
    columns: smsTemplateColumns,
    keyOf: ({ id }) => id,
    commands: {},
    streamOf: (id) => `smsTemplate/${id}`,
    bodyOf: (id) => ({ id }),
  })
}
