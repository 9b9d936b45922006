import { holds, messageTexts } from '../../machines/messageTexts.ts'
import * as message from '../../services/message.ts'
import { notFound } from '../kit/refused.ts'
import { policy } from '../policy.ts'
import { alarmsOf, ofSms } from '../providerReports/alarms.ts'
import type { Server } from '../server.ts'
import { origin, stamp } from '../staff/call.ts'
import { messageLists } from './lists.ts'
import { receipts } from './receipts.ts'

/** The list, the command that queues one message, the alarms and the receipts. */
export const messageHandlers = (server: Server) => {
  const { store, ids, channels, handle } = server
  const { page, count } = messageLists(server)
  handle(message.list, page)
  handle(message.count, count)
  alarmsOf(server, message, ofSms(channels))
  receipts(server)

  handle(message.send, async ({ version, orderNo, text }, call) => {
    const answered = await store.answered(call)
    if (answered) return answered
    const { application } = (await store.state(`approval/${orderNo}`)).context
    const channel = Object.keys(channels.sms)[0]
    if (!application || channel === undefined) throw notFound()
    const { person, personVersion, app } = application
    const loan = await store.state(`loan/${orderNo}`)
    return store.send({
      stream: `message/${ids()}`,
      version,
      event: {
        type: 'messageQueued',
        ...stamp(call),
        orderNo,
        person,
        personVersion,
        app,
        text,
        textVersion: messageTexts[text].version,
        channel,
        holds: holds(loan),
        staleTtl: policy.messageStaleTtl,
      },
      ...origin(call),
    })
  })
}
