import { randomUUID } from 'node:crypto'
import { businessDay } from '../../src/machines/calendar.ts'
import { localTime } from '../../src/machines/contactRules.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import type { SmsBatch, SmsBatchEvent } from '../../src/machines/smsBatch.ts'
import { holdBack, nextTurns } from '../../src/server/message/sendRate.ts'
import { commands } from '../../src/services/smsBatch.ts'
import type { TestApp } from '../kit/app.ts'
import { openLoan } from '../kit/loans.ts'
import { passingCustomer } from '../kit/passing.ts'
import { approvedTemplate, demoSender } from '../kit/smsTemplates.ts'
import { smsBatchFacts } from '../machines/smsBatch.events.ts'
import { formInput } from './formInput.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'
import { type Move, smsBatchModel } from './smsBatch.moves.ts'

const minute = 60_000
const { channel } = smsBatchFacts.batchDrafted

/** `starts`: the day and the time that a person enters. */
type Known = { orderNo: string; template: string; starts: { day: string; time: string } }

let nth = 0

/** Batches to the customer of one new order. The provider asks to wait until the batch is to be completed. */
export const smsBatchProcess = (): Process<Move, SmsBatch> & { known: () => Known; isPlanned: () => boolean } => {
  let idOf: IdOf
  let known: Known
  let terms: object
  let planned: string | undefined
  let startAt: number
  let count: SmsBatch['count']

  const facts = (type: Move['type']): object => {
    switch (type) {
      case 'batchDrafted':
      case 'batchPlanned':
        return { ...terms, rows: 1 }
      case 'audienceCounted':
        return { ...count, people: 1, sendable: 1, skipped: {} }
      case 'batchCompleted':
        return { made: 1 }
      default:
        return {}
    }
  }

  const driver: Driver<Move, SmsBatch> = {
    factOf: (move, standing, at) => ({ ...smsBatchModel.factOf(move, standing, at, idOf), ...facts(move.type) }),
    streamOf: () => planned && `smsBatch/${planned}`,
    begin: async (app, [first]) => {
      planned = first?.type === 'batchPlanned' ? randomUUID() : undefined
      idOf = await idsOf(app, ['support', 'collectionLead', 'financeChecker'])
      nth += 1
      // What earlier paths left: the provider's pauses.
      await app.db.sql.deleteFrom('provider_rate').execute()
      const customer = passingCustomer({ phone: `+62815${String(nth).padStart(5, '0')}22` })
      const orderNo = await openLoan(app, { from: businessDay(app.clock.now()) }, [{ customer }])
      const template = `Dana dicairkan ${nth}`
      const text = await approvedTemplate(app, { name: template })
      // Soon enough that nobody's session ends before.
      startAt = Math.ceil(app.clock.now() / minute) * minute + 10 * minute
      const { day, time } = localTime(startAt, 'WIB')
      known = { orderNo, template, starts: { day, time } }
      const list = { list: 'order.list', title: 'routes:orderList', filter: { orderNo }, apps: null }
      terms = { text, textVersion: 1, category: 'service', sender: demoSender, channel, ...list, startAt }
      return new Map()
    },
    ask: async ({ type }, { version, stream, fact }) => {
      const input = formInput(smsBatchModel, fact())
      if (type !== 'batchDrafted')
        return stream
          ? { endpoint: commands[type as keyof typeof commands], body: { id: idIn(stream), version, ...input } }
          : undefined
      // The call always creates another batch, so it cannot be repeated on this one.
      if (stream) return undefined
      return {
        endpoint: commands.batchDrafted,
        body: { version, list: 'order.list', filter: { orderNo: known.orderNo }, ...input, ...known.starts },
      }
    },
    before: async ({ type }, app) => {
      if (type !== 'batchStarted') return
      await nextTurns(app.db, channel, 1, 1, app.clock.now())
      await holdBack(app.db, channel, startAt + 10 * minute)
    },
    bring: async ({ type }, stream, app, fact) => {
      if (type === 'batchPlanned') return plan(app, stream, fact)
      if (type === 'batchCompleted') await sent(app)
      await app.settle()
    },
    learn: async ({ type }, app) => {
      if (type !== 'audienceCounted') return
      const row = await app.db.sql
        .selectFrom('sms_batch')
        .select('count')
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
      count = row.count
    },
  }

  return { model: smsBatchModel, driver, known: () => known, isPlanned: () => planned !== undefined }
}

/** Has a reminder make the batch. */
const plan = ({ server }: TestApp, stream: string, fact: Fact) =>
  server.store.send({
    stream,
    event: fact as SmsBatchEvent,
    via: 'SYS',
    key: randomUUID(),
    writes: (tx) =>
      tx
        .insertInto('sms_batch_run')
        .values({ batch: idIn(stream), secret: '{}', next: null, made: 0, is_counted: false })
        .execute(),
  })

const idIn = (stream: string) => stream.slice('smsBatch/'.length)

/** Has the provider take what waits; the batch sees it a second later. */
const sent = async ({ clock, settle }: TestApp) => {
  clock.advance(11 * minute)
  await settle()
  clock.advance(2000)
}
