import { businessDay } from '../../src/machines/calendar.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import type { Message, MessageEvent, MessageTerms } from '../../src/machines/message.ts'
import { usualMessageTimes } from '../../src/machines/messageRules.ts'
import { signed } from '../../src/server/channels/signature.ts'
import { holdBack, nextTurns } from '../../src/server/message/sendRate.ts'
import { messageIdOf } from '../../src/server/smsBatch/makeMessages.ts'
import * as message from '../../src/services/message.ts'
import type { TestApp } from '../kit/app.ts'
import { openLoan, tellLoan } from '../kit/loans.ts'
import { passingCustomer } from '../kit/passing.ts'
import { approvedBatch, batchAuthor } from '../kit/smsBatches.ts'
import { approvedTemplate } from '../kit/smsTemplates.ts'
import { messageFacts } from '../machines/message.events.ts'
import { idsOf } from './idsOf.ts'
import { type Move, messageModel } from './message.moves.ts'
import type { IdOf } from './model.ts'
import type { Driver, Process } from './office.ts'

// The endings of numbers for which the sandbox takes the message and never reports, refuses it, or is down.
const endings: Partial<Record<Move['type'], string>> = { messageTaken: '22', messageRefused: '11', answerMissing: '95' }
const { channel } = messageFacts.messageQueued
const fullSeconds = 60
const day = 86_400_000

let nth = 0

/**
 * Messages about loans of new customers. The provider takes a message and reports nothing, refuses it, is down or full;
 * the driver sends its receipts.
 */
export const messageProcess = (): Process<Move, Message> & { orderNo: () => string } => {
  let idOf: IdOf
  let terms: MessageTerms & { orderNo: string }
  let path: readonly Move[]
  let segments: number

  const termsOfEvent = () => {
    const { batch: _none, ...rest } = terms
    return rest
  }
  const facts = (type: Move['type'], at: number): object => {
    switch (type) {
      case 'messageQueued':
        return { ...termsOfEvent(), staleTtl: usualMessageTimes.staleTtl }
      case 'messageBatched':
        return { ...terms, by: batchAuthor, staleTtl: usualMessageTimes.staleTtl }
      case 'sendingBegan':
        return { receiptTtl: usualMessageTimes.receiptTtl }
      case 'messagePutOff':
        return { until: at + fullSeconds * 1000 }
      case 'messageTaken':
        return { segments }
      default:
        return {}
    }
  }

  const driver: Driver<Move, Message> = {
    factOf: (move, standing, at) => ({
      ...messageModel.factOf(move, standing, at, idOf),
      ...facts(move.type, at),
    }),
    begin: async (app, whole) => {
      idOf = await idsOf(app, ['support'])
      path = whole
      segments = 0
      nth += 1
      // What earlier paths left: the provider's pauses.
      await app.db.sql.deleteFrom('provider_rate').execute()
      const ending = whole.map(({ type }) => endings[type]).find((one) => one !== undefined) ?? '22'
      const customer = passingCustomer({ phone: `+62812${String(nth).padStart(5, '0')}${ending}` })
      const orderNo = await openLoan(app, { from: businessDay(app.clock.now()) }, [{ customer }])
      const {
        person,
        personVersion,
        app: lender,
      } = (await app.server.store.state(`approval/${orderNo}`)).context.application!
      const { category, sender } = messageFacts.messageQueued
      const text = await approvedTemplate(app)
      const of = { orderNo, person, personVersion, app: lender, text, textVersion: 1 }
      const isOfBatch = whole[0]?.type === 'messageBatched'
      const batch = isOfBatch ? await approvedBatch(app, { orderNo, text, sender }) : null
      terms = { ...of, channel, category, sender, batch }
      return new Map()
    },
    streamOf: () => (terms.batch === null ? undefined : `message/${messageIdOf(terms.batch, terms.person)}`),
    ask: async ({ type }, { version, stream }) =>
      // The call always creates another message, so it cannot be repeated on this one.
      type !== 'messageQueued' || stream
        ? undefined
        : { endpoint: message.send, body: { version, orderNo: terms.orderNo, text: terms.text, sender: terms.sender } },
    before: async ({ type }, app) => {
      if (type !== 'messageStale') return
      // The provider asked everybody to wait, longer than the message may.
      await nextTurns(app.db, channel, 1, 1, app.clock.now())
      await holdBack(app.db, channel, app.clock.now() + 2 * day)
      await app.settle()
    },
    bring: async ({ type }, stream, app, fact) => {
      switch (type) {
        case 'messageBatched':
          // No call to the provider follows at once.
          await nextTurns(app.db, channel, 1, 1, app.clock.now())
          await holdBack(app.db, channel, app.clock.now() + fullSeconds * 1000)
          return app.settle()
        case 'sendingBegan': {
          const version = await app.server.store.version(stream)
          return hand(app, stream, path[version + 1]?.type, fact)
        }
        case 'messageTaken':
          // The receipt came first: the cut call is answered after it.
          return store(app, stream, fact)
        case 'messageSkipped':
          await tellLoan(app, terms.orderNo, { type: 'loanVoided' })
          // A message that had to wait looks again after it.
          app.clock.advance(2 * fullSeconds * 1000)
          return app.settle()
        default:
          return report(app, stream, fact)
      }
    },
    learn: async ({ type }, app) => {
      if (type !== 'messageTaken') return
      const [row] = await app.db.sql
        .selectFrom('message')
        .select('segments')
        .where('order_no', '=', terms.orderNo)
        .execute()
      segments = row!.segments!
    },
  }

  return { model: messageModel, driver, orderNo: () => terms.orderNo }
}

/** Has the message given to the provider; the sandbox does what the next event says. */
const hand = async (app: TestApp, stream: string, next: Move['type'] | undefined, fact: Fact) => {
  // An earlier outage is over, and so is the wait that it asked for.
  app.clock.advance(2 * fullSeconds * 1000)
  if (next === 'messagePutOff') {
    const body = JSON.stringify({ kind: 'full', seconds: fullSeconds })
    await fetch(`${app.sandboxUrl}/${channel}/outage`, { method: 'POST', body })
  }
  if (next === 'messagePutOff' || (next && endings[next])) return app.settle()
  // The server stopped in the middle of the call, and its lease has not ended yet.
  await app.db.sql
    .updateTable('es_effect')
    .set({ at: app.clock.now() + 100 * day })
    .where('stream', '=', stream)
    .execute()
  return store(app, stream, fact)
}

const store = ({ server, clock }: TestApp, stream: string, fact: Fact) =>
  server.store.send({
    stream,
    event: { ...fact, at: clock.now() } as MessageEvent,
    via: 'SYS',
    key: `cut ${stream} ${fact.type}`,
  })

/** Sends the provider's signed receipt behind an event. Throws when it is refused. */
const report = async (
  { app, server, clock }: TestApp,
  stream: string,
  { type, ...facts }: Fact & { word?: string; code?: string },
) => {
  const word = facts.word ?? (type === 'messageDelivered' ? 'delivered' : 'undelivered')
  const at = clock.now()
  const body = JSON.stringify({ id: stream.slice('message/'.length), word, code: facts.code ?? '', at })
  const headers = { 'content-type': 'application/json', ...signed(server.channels.secrets[channel]!, body, at) }
  const response = await app.request(`/api/channels/${channel}/receipts`, { method: 'POST', headers, body })
  const { code, msg } = (await response.json()) as { code: number; msg: string }
  if (code) throw new Error(`the receipt is answered ${code}: ${msg}`)
}
