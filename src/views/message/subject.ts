import { blank } from '../../machines/kernel.ts'
import { messageMachine } from '../../machines/message.ts'
import { commands, type Message, messageTextNames } from '../../services/message.ts'
import type { Process, Subject } from '../detail/command/subject.ts'

export const messages: Process = { machine: messageMachine, words: 'message', commands }

/** The fields of a message that is not queued yet. */
export const newField: Subject['field'] = (_event, ask) =>
  ask === 'text'
    ? { kind: 'choice', options: messageTextNames.map((value) => ({ value, words: `message:text.${value}` })) }
    : undefined

/** A message of the list as the subject of commands. */
export const subjectOf = ({ id, version, state, orderNo }: Message): Subject => ({
  process: messages,
  stream: `message/${id}`,
  name: orderNo,
  body: { id },
  state: { version, value: state, context: blank(messageMachine).context as object, armed: {} },
})
