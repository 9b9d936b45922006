import { randomUUID } from 'node:crypto'
import type { SmsBatchEvent } from '../../src/machines/smsBatch.ts'
import { commands } from '../../src/services/smsBatch.ts'
import { smsBatchFacts } from '../machines/smsBatch.events.ts'
import type { TestApp } from './app.ts'

/** Who drafts the batches of tests. */
export const batchAuthor = 'staff/writer'

/** Approves a batch to one order's customer that starts in a second; returns its id. */
export const approvedBatch = async (
  app: TestApp,
  { orderNo, text, sender }: { orderNo: string; text: string; sender: string },
): Promise<string> => {
  const { server, clock } = app
  const id = randomUUID()
  const tell = (type: keyof typeof commands, by: string, more: Partial<Parameters<typeof server.store.send>[0]> = {}) =>
    server.store.send({
      stream: `smsBatch/${id}`,
      event: {
        ...smsBatchFacts[type],
        ...(type === 'batchDrafted' && {
          text,
          category: 'service',
          sender,
          list: 'order.list',
          title: 'routes:orderList',
          filter: { orderNo },
          startAt: clock.now() + 1000,
        }),
        type,
        by,
        at: clock.now(),
      } as SmsBatchEvent,
      via: commands[type].interface,
      key: `${type} ${id}`,
      ...more,
    })
  await tell('batchDrafted', batchAuthor, {
    writes: (tx) =>
      tx
        .insertInto('sms_batch_run')
        .values({ batch: id, secret: '{}', next: null, made: 0, is_counted: false })
        .execute(),
  })
  await app.settle()
  await tell('batchProposed', batchAuthor)
  await tell('batchApproved', 'staff/checker')
  return id
}
