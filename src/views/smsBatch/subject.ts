import { createElement } from 'react'
import { businessDay } from '../../machines/calendar.ts'
import { blank } from '../../machines/kernel.ts'
import { type SmsBatch, smsBatchMachine } from '../../machines/smsBatch.ts'
import { commands, leadAudience, type SmsBatchRow } from '../../services/smsBatch.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import { messageField } from '../message/subject.ts'
import { Body } from './Body.tsx'

export const batches: Process = { machine: smsBatchMachine, words: 'smsBatch', commands }

/** A batch to the rows that a list's filter finds, which is not drafted yet. */
export const newBatch = (list: string, filter: Readonly<Record<string, unknown>>, nth: number): Subject => ({
  process: batches,
  stream: `smsBatch/new-${list}-${nth}`,
  name: '',
  body: { list, filter },
  state: blank(smsBatchMachine),
  field: (_event, ask) => {
    if (ask === 'day') return { kind: 'day', initial: businessDay(Date.now()) }
    // Orders have an app of their own.
    if (ask === 'app' && list !== leadAudience) return null
    return ask === 'time' ? { kind: 'line', most: 5 } : messageField(ask, list === leadAudience)
  },
  preview: (_event, typed) => createElement(Body, { text: typed['text'] }),
})

export const batchSubject = (batch: SmsBatchRow): Subject => {
  const { id, version, state, template, text, category, sender, title, startAt, count, author, proposer } = batch
  const blankContext = blank(smsBatchMachine).context as SmsBatch
  const terms = {
    text,
    textVersion: 0,
    category,
    sender,
    channel: '',
    list: '',
    title,
    filter: {},
    apps: null,
    startAt,
  }
  const context = { ...blankContext, terms, count, author: author.id, proposer: proposer?.id ?? null }
  return {
    process: batches,
    stream: `smsBatch/${id}`,
    name: template,
    body: { id },
    state: { version, value: state, context, armed: {} },
    about: (_event, { t, instant, number, money }) => ({
      'smsBatch:ask.sender': sender,
      'smsBatch:screen.audience': t(title),
      'smsBatch:screen.startAt': instant(startAt),
      'smsBatch:screen.sendable': count && number(count.sendable),
      'smsBatch:screen.cost': count && money(count.cost),
    }),
  }
}
