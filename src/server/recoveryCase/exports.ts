import * as z from 'zod/mini'
import type { BodyOf } from '../../services/endpoint.ts'
import { recoveryCaseColumns } from '../../services/recoveryCase.columns.ts'
import * as recoveryCase from '../../services/recoveryCase.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { recoveryCaseLists } from './lists.ts'

/** The lists, for exports: all cases, and those of the person who asks. */
export const recoveryCaseExports = (
  server: Pick<Server, 'db' | 'vault' | 'clock'>,
): Record<'all' | 'mine', Exportable> => {
  const { page, count } = recoveryCaseLists(server)
  const shared = {
    words: 'recoveryCase',
    secret: ['phone', 'nik', 'fullName'],
    title: () => 'recoveryCase:title',
    columns: recoveryCaseColumns,
    keyOf: ({ orderNo }: recoveryCase.RecoveryCase) => orderNo,
    commands: {},
    streamOf: (orderNo: string) => `recoveryCase/${orderNo}`,
    bodyOf: (orderNo: string) => ({ orderNo }),
  }
  return {
    all: listed({
      ...shared,
      interface: recoveryCase.list.interface,
      filter: z.omit(recoveryCase.list.body, { after: true, limit: true }),
      page,
      count: async ({ sort: _, ...filter }, reader) => (await count({ ...filter, exact: true }, reader)).count,
    }),
    mine: listed({
      ...shared,
      interface: recoveryCase.mine.interface,
      filter: z.omit(recoveryCase.mine.body, { after: true, limit: true }),
      page: (asked: BodyOf<typeof recoveryCase.mine>, reader) =>
        page({ sort: 'urgency', ...asked, holder: reader.by }, reader),
      count: async ({ sort: _, ...filter }, reader) =>
        (await count({ ...filter, holder: reader.by, exact: true }, reader)).count,
    }),
  }
}
