import { businessDay } from '../../src/machines/calendar.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import type { StreamOf } from '../../src/machines/lifecycles.ts'
import type { OrderSheet } from '../../src/machines/orderSheet.ts'
import { usualStaffTimes } from '../../src/machines/staffRules.ts'
import { say } from '../../src/server/kit/i18n.ts'
import { policy } from '../../src/server/policy.ts'
import * as order from '../../src/services/order.ts'
import { passing } from '../kit/passing.ts'
import type { Driver, Process } from './office.ts'
import { type Move, orderSheetModel } from './orderSheet.moves.ts'
import { without } from './rights.ts'

type File = NonNullable<OrderSheet['file']>
type Known = { ids: ReadonlyMap<string, string>; orderNo: string; file: Pick<File, 'file' | 'bytes'> | undefined }

/** A sheet with one existing and one unknown order. */
export const csvOf = (orderNo: string) => Buffer.from(`orderNo\n${orderNo}\nLK260101000009\n`)

/** Sheets of order numbers, looked up by the server's background work. */
export const orderSheetProcess = (): Process<Move, OrderSheet> & { known: () => Known } => {
  let known: Known

  const facts = (type: Move['type'], { requestedAt }: OrderSheet): object => {
    const { runTtl, mostInSheet: limit } = policy
    const { fileTtl } = usualStaffTimes
    const name = `${say('en', 'routes:excelList')} ${businessDay(requestedAt)}.xlsx`
    switch (type) {
      case 'sheetRequested':
        return { format: 'csv', language: 'en', rows: 2, limit }
      case 'sheetBegun':
        return { runTtl }
      case 'sheetFinished':
        return { ...known.file, name, reach: null, known: 1, unknown: 1, duplicate: 0, invalid: 0, fileTtl }
      case 'sheetFailed':
        return { reason: 'notPermitted' }
      default:
        return {}
    }
  }

  const driver: Driver<Move, OrderSheet> = {
    isIdle: true,
    factOf: ({ type, by }, { state: { armed, context } }, at): Fact => ({
      ...facts(type, context),
      ...(armed[type] && { armed: armed[type].version }),
      type,
      by: known.ids.get(by) ?? by,
      at,
    }),
    begin: async (app) => {
      const { id } = await app.login('support')
      const orderNo = known?.orderNo ?? (await app.apply(passing()))
      await app.settle()
      known = { ids: new Map([['support', id]]), orderNo, file: undefined }
      return new Map()
    },
    ask: async ({ type }, { stream }) => {
      if (type === 'sheetCancelled')
        return stream ? { endpoint: order.cancelSheet, body: { id: stream.slice('orderSheet/'.length) } } : undefined
      // The call always creates another sheet, so it cannot be repeated on this one.
      if (type !== 'sheetRequested' || stream) return undefined
      const content = csvOf(known.orderNo).toString('base64')
      return { endpoint: order.uploadSheet, body: { name: 'numbers.csv', content } }
    },
    bring: async ({ type }, stream, app) => {
      // One round of work only: the next would look the numbers up.
      if (type === 'sheetBegun') return app.work.runDue()
      if (type === 'sheetFailed') return without(app, 'support', order.uploadSheet.interface, app.settle)
      await app.settle()
      const { file } = (await app.server.store.state(stream as StreamOf<'orderSheet'>)).context
      // Only the server knows the file's name and length.
      known.file = file ? { file: file.file, bytes: file.bytes } : undefined
      return undefined
    },
  }

  return { model: orderSheetModel, driver, known: () => known }
}
