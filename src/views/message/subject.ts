import { createElement } from 'react'
import { blank } from '../../machines/kernel.ts'
import { messageMachine } from '../../machines/message.ts'
import type { Client } from '../../services/http.ts'
import { choices, commands, type Message, sendToLead } from '../../services/message.ts'
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
/** Leads are sent nothing but marketing. */
const forLeads = async (client: Client): Promise<Option[]> => {
  const marketing = (await client.call(choices, {})).templates.filter(({ category }) => category === 'marketing')
  return marketing.map(({ id, name }) => ({ value: id, name }))
}
const apps = async (client: Client): Promise<Option[]> =>
  (await client.call(choices, {})).apps.map(({ code, name }) => ({ value: code, name }))
const senders = async (client: Client): Promise<Option[]> =>
  (await client.call(choices, {})).senders.map((name) => ({ value: name, name }))

/** The fields of the form for a message: the templates in force, the sender names in use and the apps. */
export const messageField = (ask: string, isToLeads: boolean): Field | undefined => {
  if (ask === 'text') return { kind: 'choice', options: isToLeads ? forLeads : templates }
  if (ask === 'app') return { kind: 'choice', options: apps }
  return ask === 'sender' ? { kind: 'choice', options: senders } : undefined
}

/** A message to an order's customer that is not queued yet. */
export const newMessage = (orderNo: string, nth: number): Subject => ({
  process: messages,
  stream: `message/new-${orderNo}-${nth}`,
  name: orderNo,
  body: { orderNo },
  state: blank(messageMachine),
  // An order has an app of its own.
  field: (_event, ask) => (ask === 'app' ? null : messageField(ask, false)),
  preview: (_event, typed) => createElement(Preview, { of: { orderNo }, text: typed['text'] }),
})

/** A message to a lead that is not queued yet. */
export const newMessageToLead = (lead: string, name: string, nth: number): Subject => ({
  process: { ...messages, commands: { messageQueued: sendToLead } },
  stream: `message/new-${lead}-${nth}`,
  name,
  body: { lead },
  state: blank(messageMachine),
  field: (_event, ask) => messageField(ask, true),
  preview: (_event, { app, text }) =>
    createElement(Preview, { of: { lead, app: typeof app === 'string' ? app : '' }, text }),
})

export const subjectOf = ({ id, version, state, orderNo, customer }: Message): Subject => ({
  process: messages,
  stream: `message/${id}`,
  name: orderNo ?? customer,
  body: { id },
  state: { version, value: state, context: blank(messageMachine).context as object, armed: {} },
})
