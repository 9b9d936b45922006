import { instant, type ListColumns, number, text, word } from './columns.ts'
import type { Message } from './message.ts'

export const messageColumns = {
  orderNo: text('approval:screen.orderNo', (one) => one.orderNo),
  state: word('message:screen.state', (one) => `message:state.${one.state}`),
  reason: text('message:screen.reason', ({ reason, missing }, inWords) => {
    if (reason === null) return null
    const variables = (missing ?? []).map((name) => inWords(`smsTemplate:variable.${name}`, name)).join(', ')
    return inWords(`message:reason.${reason}`, reason, { variables })
  }),
  customer: text('approval:screen.customer', (one) => one.customer),
  phone: text('approval:screen.phone', (one) => one.phone),
  text: text('message:ask.text', (one, inWords) => one.template ?? inWords(`message:text.${one.text}`, one.text)),
  app: text('approval:screen.app', (one) => one.app),
  sender: text('message:screen.sender', (one) => one.sender),
  channel: text('message:screen.channel', (one) => one.channel),
  segments: number('message:screen.segments', (one) => one.segments),
  code: text('message:screen.code', (one) => one.code),
  contradicted: word('message:screen.contradicted', (one) => one.contradicted && `message:word.${one.contradicted}`),
  author: text('message:screen.author', (one) => one.authorName),
  queuedAt: instant('message:screen.queuedAt', (one) => one.queuedAt),
  sentAt: instant('message:screen.sentAt', (one) => one.sentAt),
  endedAt: instant('message:screen.endedAt', (one) => one.endedAt),
} satisfies ListColumns<Message>
