import { createElement } from 'react'
import { blank } from '../../machines/kernel.ts'
import { messageMachine } from '../../machines/message.ts'
import type { Client } from '../../services/http.ts'
import { choices, commands, type Message } from '../../services/message.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Field, Option } from '../detail/form/field.ts'
import { Preview } from './Preview.tsx'

export const messages: Process = { machine: messageMachine, words: 'message', commands }

const templates = async (client: Client): Promise<Option[]> =>
  (await client.call(choices, {})).templates.map(({ id, name, category, language }) => ({
    value: id,
    words: `message:template.${category}.${language}`,
    name,
  }))
const senders = async (client: Client): Promise<Option[]> =>
  (await client.call(choices, {})).senders.map((name) => ({ value: name, name }))

/** The fields of the form for a message: the templates in force and the sender names in use. */
export const messageField = (ask: string): Field | undefined => {
  if (ask === 'text') return { kind: 'choice', options: templates }
  return ask === 'sender' ? { kind: 'choice', options: senders } : undefined
}

/** A message to an order's customer that is not queued yet. */
export const newMessage = (orderNo: string, nth: number): Subject => ({
  process: messages,
  stream: `message/new-${orderNo}-${nth}`,
  name: orderNo,
  body: { orderNo },
  state: blank(messageMachine),
  field: (_event, ask) => messageField(ask),
  preview: (_event, typed) => createElement(Preview, { orderNo, text: typed['text'] }),
})

export const subjectOf = ({ id, version, state, orderNo }: Message): Subject => ({
  process: messages,
  stream: `message/${id}`,
  name: orderNo,
  body: { id },
  state: { version, value: state, context: blank(messageMachine).context as object, armed: {} },
})
