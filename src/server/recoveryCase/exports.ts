import * as z from 'zod/mini'
import type { BodyOf } from '../../services/endpoint.ts'
import { propose } from '../../services/placement.ts'
import { decidedCases, recoveryCaseColumns, waitingColumns } from '../../services/recoveryCase.columns.ts'
import * as recoveryCase from '../../services/recoveryCase.ts'
import { type Exportable, listed } from '../lists/exportable.ts'
import type { Server } from '../server.ts'
import { recoveryCaseLists } from './lists.ts'
import { waitingCases } from './waiting.ts'

/** The lists, for exports: all cases, and those of the person who asks. */
export const recoveryCaseExports = (
  server: Pick<Server, 'db' | 'vault' | 'clock'>,
): Record<'all' | 'mine' | 'waiting', Exportable> => {
  const { page, count } = recoveryCaseLists(server)
  const waiting = waitingCases(server)
  const { dispatched, reassigned, recalled } = recoveryCase.commands
  const shared = {
    words: 'recoveryCase',
    secret: ['phone', 'nik', 'fullName'],
    title: () => 'recoveryCase:title',
    columns: recoveryCaseColumns,
    decided: decidedCases,
    keyOf: ({ orderNo }: recoveryCase.RecoveryCase) => orderNo,
    commands: { dispatched, reassigned, recalled },
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
    waiting: listed({
      ...shared,
      commands: { ...shared.commands, placementProposed: propose },
      elsewhere: {
        placementProposed: { words: 'placement', streamOf: (orderNo: string) => `placement/${orderNo}` },
      },
      interface: recoveryCase.waiting.interface,
      title: () => 'recoveryCase:screen.waiting',
      columns: { ...recoveryCaseColumns, ...waitingColumns },
      filter: z.omit(recoveryCase.waiting.body, { after: true, limit: true }),
      page: waiting.page,
      count: async ({ sort: _, ...filter }, reader) => (await waiting.count({ ...filter, exact: true }, reader)).count,
    }),
    mine: listed({
      ...shared,
      commands: {},
      interface: recoveryCase.mine.interface,
      filter: z.omit(recoveryCase.mine.body, { after: true, limit: true }),
      page: (asked: BodyOf<typeof recoveryCase.mine>, reader) =>
        page({ sort: 'urgency', ...asked, holder: reader.by }, reader),
      count: async ({ sort: _, ...filter }, reader) =>
        (await count({ ...filter, holder: reader.by, exact: true }, reader)).count,
    }),
  }
}
