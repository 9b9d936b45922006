import { createElement } from 'react'
import { blank } from '../../machines/kernel.ts'
import { type Reminder, reminderMachine } from '../../machines/reminder.ts'
import type { Client } from '../../services/http.ts'
import { choices } from '../../services/loan.lists.ts'
import { commands, everyProduct, type ReminderRow } from '../../services/reminder.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Field, Option } from '../detail/form/field.ts'
import { fieldBy, schemaIn } from '../detail/form/fields.ts'
import { messageField } from '../message/subject.ts'
import { Body } from '../smsBatch/Body.tsx'

export const reminders: Process = { machine: reminderMachine, words: 'reminder', commands }

const products = async (client: Client): Promise<Option[]> => [
  { value: everyProduct, words: 'reminder:everyProduct' },
  ...(await client.call(choices, {})).products.map(({ code, name }) => ({ value: code, name })),
]

const writes = ['reminderDrafted', 'reminderEdited']

/** The fields of a reminder's form, with what it says now. */
const fieldOf = (ask: string, now: ReminderRow | undefined): Field | undefined => {
  const begun = <Value>(initial: Value | undefined) => (initial === undefined ? {} : { initial })
  switch (ask) {
    case 'text':
    case 'sender':
      return { ...messageField(ask, false)!, ...begun(now?.[ask]) } as Field
    case 'product':
      return { kind: 'choice', options: products, initial: now?.product ?? everyProduct }
    case 'side':
      return { ...fieldBy(schemaIn(commands.reminderDrafted, ask), `reminder:${ask}`), ...begun(now?.side) } as Field
    case 'time':
      return { kind: 'line', most: 5, ...begun(now?.time) }
    default:
      return undefined
  }
}

/** The fields of a reminder that does not exist yet. */
export const newField: Subject['field'] = (_event, ask) => fieldOf(ask, undefined)

/** An example of what a customer would read. */
export const previewOf: NonNullable<Subject['preview']> = (event, typed) =>
  writes.includes(event) ? createElement(Body, { text: typed['text'] }) : undefined

export const reminderSubject = (row: ReminderRow): Subject => {
  const { id, version, state, template, text, category, sender, days, side, time, product, editor, proposer } = row
  const terms = { text, category, sender, days, side, time, product, apps: null }
  const blankContext = blank(reminderMachine).context as Reminder
  return {
    process: reminders,
    stream: `reminder/${id}`,
    name: template,
    body: { id },
    state: {
      version,
      value: state,
      context: { ...blankContext, terms, editor: editor.id, proposer: proposer?.id ?? null },
      armed: {},
    },
    field: (event, ask) => (writes.includes(event) ? fieldOf(ask, row) : undefined),
    preview: previewOf,
    about: (event, { t, number }) =>
      writes.includes(event)
        ? {}
        : {
            'reminder:ask.days': number(days),
            'reminder:ask.side': t(`reminder:side.${side}`),
            'reminder:ask.time': time,
            'reminder:ask.product': product ?? t('reminder:everyProduct'),
            'reminder:ask.sender': sender,
          },
  }
}
