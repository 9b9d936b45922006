import { randomUUID } from 'node:crypto'
import type { Export, ExportEvent } from '../../src/machines/export.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import type { StreamOf } from '../../src/machines/lifecycles.ts'
import { usualStaffTimes } from '../../src/machines/staffRules.ts'
import { policy } from '../../src/server/policy.ts'
import type { BodyOf } from '../../src/services/endpoint.ts'
import * as jobs from '../../src/services/jobs.ts'
import * as payout from '../../src/services/payout.ts'
import type { TestApp } from '../kit/app.ts'
import { type Move, exportModel } from './export.moves.ts'
import type { Driver, Process } from './office.ts'
import { without } from './rights.ts'

type Written = NonNullable<Export['file']>
type Known = { ids: ReadonlyMap<string, string>; list: jobs.Exportable; rows: number; file: Written | undefined }

/** Has a plan ask for the file. */
const plan = ({ server }: TestApp, stream: string, fact: Fact) =>
  server.store.send({
    stream,
    event: fact as ExportEvent,
    via: 'SYS',
    key: randomUUID(),
    writes: (tx) =>
      tx
        .insertInto('export_run')
        .values({ id: stream.slice('export/'.length), secret: '{}' })
        .execute(),
  })

/** Exports of the list of payouts with all columns, written by the server's background work. */
export const exportProcess = (): Process<Move, Export> => {
  let known: Known
  let planned: string | undefined

  const wanted = () => {
    const { list, filter, columns } = known.list
    return { list, filter, columns: columns.map(({ name }) => name), format: 'xlsx' } as const
  }
  const planFacts = () => ({ asker: known.ids.get('finance')!, plan: 'plan-1' })
  const facts = (type: Move['type']): object => {
    const { runTtl, mostExported: limit } = policy
    const { fileTtl } = usualStaffTimes
    switch (type) {
      case 'exportRequested':
        return { ...wanted(), title: known.list.title, narrowed: false, language: 'en', rows: known.rows, limit }
      case 'exportPlanned':
        return {
          ...wanted(),
          ...planFacts(),
          title: known.list.title,
          narrowed: false,
          language: 'en',
          rows: known.rows,
          limit,
        }
      case 'exportBegun':
        return { runTtl }
      case 'exportFinished':
        return { ...known.file, fileTtl }
      case 'exportFailed':
        return { reason: 'notPermitted' }
      default:
        return {}
    }
  }

  const driver: Driver<Move, Export> = {
    isIdle: true,
    factOf: ({ type, by }, { state: { armed } }, at): Fact => ({
      ...facts(type),
      ...(armed[type] && { armed: armed[type].version }),
      type,
      by: known.ids.get(by) ?? by,
      at,
    }),
    streamOf: () => planned && `export/${planned}`,
    begin: async (app, [first]) => {
      planned = first?.type === 'exportPlanned' ? randomUUID() : undefined
      const asker = await app.login('finance')
      const { lists } = await asker.data(jobs.exportable, {})
      const list = lists.find((one) => one.list === payout.list.id)
      const filter = list!.filter as BodyOf<typeof payout.count>
      // Other payouts may be waiting too.
      const { count: rows } = await asker.data(payout.count, { ...filter, exact: true })
      known = { ids: new Map([['finance', asker.id]]), list: list!, rows, file: undefined }
      return new Map()
    },
    ask: async ({ type }, { stream }) => {
      if (type === 'exportCancelled')
        return stream ? { endpoint: jobs.cancelExport, body: { id: stream.slice('export/'.length) } } : undefined
      // The call always creates another export, so it cannot be repeated on this one.
      return type !== 'exportRequested' || stream ? undefined : { endpoint: jobs.requestExport, body: wanted() }
    },
    bring: async ({ type }, stream, app, fact) => {
      if (type === 'exportPlanned') return plan(app, stream, fact)
      // One round of work only: the next would write the file.
      if (type === 'exportBegun') return app.work.runDue()
      if (type === 'exportFailed') return without(app, 'finance', jobs.requestExport.interface, app.settle)
      await app.settle()
      // Only the server knows the file's name and length.
      known.file = (await app.server.store.state(stream as StreamOf<'export'>)).context.file ?? undefined
      return undefined
    },
  }

  return { model: exportModel, driver }
}
