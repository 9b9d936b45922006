import { contactMachine } from '../../machines/contact.ts'
import { localTime } from '../../machines/contactRules.ts'
import { commands, type Contact } from '../../services/contact.ts'
import type { Process, Subject } from '../detail/command/subject.ts'
import type { Field } from '../detail/form/field.ts'
import { barFacts } from './contactFacts.ts'

export const contacts: Process = { machine: contactMachine, words: 'contact', commands }

/** The emergency contacts of the newest record as choices. */
export const relativeOptions = ({ asked }: Contact) =>
  asked.map(({ relative, name, relationship }) => ({
    value: relative,
    name,
    words: `contact:relativeAs.${relationship}`,
  }))

const fieldOf = (contact: Contact, ask: string): Field | undefined => {
  switch (ask) {
    case 'attempt': {
      const open = contact.attempts.filter(({ outcome }) => outcome === null)
      return {
        kind: 'choice',
        options: open.map(({ attempt, channel, at }) => ({
          value: attempt,
          name: localTime(at, 'WIB').time,
          words: `contact:attemptBy.${channel}`,
        })),
        ...(open.length > 0 && { initial: open.at(-1)!.attempt }),
      }
    }
    case 'relative':
      return { kind: 'choice', options: relativeOptions(contact) }
    default:
      return undefined
  }
}

/** A person's contact record of the list as the subject of commands. */
export const subjectOf = (contact: Contact): Subject => {
  const { id, version, state, name, attempts, lastAt, hours, consents, relatives, barred, covered, lift } = contact
  const context = {
    attempts,
    lastAt: lastAt ?? 0,
    collectedAt: 0,
    hours,
    consents,
    relatives,
    barred,
    covered,
    lift,
    blocked: null,
  }
  return {
    process: contacts,
    stream: `contact/${id}`,
    name,
    body: { id },
    state: { version, value: state, context, armed: {} },
    field: (_event, ask) => fieldOf(contact, ask),
    about: (_event, { t }) => ({
      'contact:screen.name': name,
      'contact:screen.phone': contact.phone,
      'contact:screen.state': t(`contact:state.${state}`),
      ...barFacts(contact, t),
    }),
  }
}
