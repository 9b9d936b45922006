import type { Bulk } from '../../src/machines/bulk.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { policy } from '../../src/server/policy.ts'
import * as approval from '../../src/services/approval.ts'
import * as jobs from '../../src/services/jobs.ts'
import { passing } from '../kit/passing.ts'
import { bulkModel, type Move } from './bulk.moves.ts'
import type { Driver, Process } from './office.ts'

type Known = { ids: ReadonlyMap<string, string>; orderNo: string; reviewer: string }

/** A bulk action that assigns one waiting order in the server's background work. */
export const bulkProcess = (): Process<Move, Bulk> & { known: () => Known } => {
  let known: Known

  const wanted = () =>
    ({
      list: approval.list.id,
      command: 'firstAssigned',
      said: { to: known.reviewer },
    }) as const
  const facts = (type: Move['type']): object => {
    switch (type) {
      case 'bulkRequested':
        return { ...wanted(), title: 'routes:reviewFirstWait', filter: null, rows: 1, limit: policy.mostAtOnce }
      case 'bulkBegun':
        return { rows: 1 }
      case 'bulkFinished':
        return { done: 1, refused: 0 }
      default:
        return {}
    }
  }

  const driver: Driver<Move, Bulk> = {
    factOf: ({ type, by }, _, at): Fact => ({ ...facts(type), type, by: known.ids.get(by) ?? by, at }),
    begin: async (app) => {
      const lead = await app.login('reviewLead')
      const reviewer = await app.login('reviewer1')
      const orderNo = await app.apply(passing())
      await app.settle()
      known = { ids: new Map([['reviewLead', lead.id]]), orderNo, reviewer: reviewer.id }
      return new Map()
    },
    ask: async ({ type }, { stream }) => {
      if (type === 'bulkCancelled')
        return stream ? { endpoint: jobs.cancelBulk, body: { id: stream.slice('bulk/'.length) } } : undefined
      // The call always creates another bulk action, so it cannot be repeated on this one.
      if (type !== 'bulkRequested' || stream) return undefined
      const body = { ...wanted(), filter: { list: 'firstWait' }, rows: [{ key: known.orderNo, version: 2 }] }
      return { endpoint: jobs.requestBulk, body }
    },
    // One round of work only: the next would assign the order.
    bring: ({ type }, _, app) => (type === 'bulkBegun' ? app.work.runDue() : app.settle()),
  }

  return { model: bulkModel, driver, known: () => known }
}
