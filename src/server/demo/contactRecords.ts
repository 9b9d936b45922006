import { businessDay } from '../../machines/calendar.ts'
import type { Contact, ContactEvent, Wish } from '../../machines/contact.facts.ts'
import { contactMachine } from '../../machines/contact.ts'
import { localTime } from '../../machines/contactRules.ts'
import { evolve, refusal, type State } from '../../machines/kernel.ts'
import { attemptType, newestRecords, ruleOf } from '../contact/attempt.ts'
import { contactSettingsOf, inForceIn } from '../contact/inForce.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'

export type Tried = { command: Command; rule: string | undefined }
export type ContactRecords = Awaited<ReturnType<typeof contactRecords>>

/** The contact records of some persons, as they go on from what the log has of them. */
export const contactRecords = async (server: Server, persons: readonly string[]) => {
  const known = await newestRecords(server, persons)
  const settings = await contactSettingsOf(server)
  const stored = await server.store.states(persons.map((person) => `contact/${person}` as const))
  const states = new Map<string, State<Contact>>(persons.map((person, nth) => [person, stored[nth]!]))

  const inForce = (person: string, at: number) => inForceIn(settings, known.get(person)?.record, at)
  const note = (person: string, event: ContactEvent, via: string): Command => {
    const state = evolve(contactMachine, states.get(person)!, event).state as State<Contact>
    states.set(person, state)
    return { stream: `contact/${person}`, event, via, key: `demo contact ${state.version} ${person}` }
  }
  const factsOf = (person: string, by: string, wish: Wish, at: number) =>
    ({
      type: attemptType(wish),
      by,
      at,
      ...wish,
      ...inForce(person, at),
    }) as const
  /** The rule that forbids an attempt at an instant, if one does. */
  const forbids = (person: string, by: string, wish: Wish, at: number): string | undefined => {
    const why = refusal(contactMachine, states.get(person)!, factsOf(person, by, wish, at), 'SYS')
    return why && ruleOf(why)
  }
  /** Notes an attempt, or that a rule forbids it. */
  const attempt = (person: string, by: string, wish: Wish, at: number): Tried => {
    const rule = forbids(person, by, wish, at)
    const facts = factsOf(person, by, wish, at)
    const event: ContactEvent = rule === undefined ? facts : { ...facts, type: 'attemptBlocked', rule }
    return { rule, command: note(person, event, 'SYS') }
  }
  return {
    known,
    note,
    forbids,
    attempt,
    stateOf: (person: string) => states.get(person)!,
    /** How many hours the person's clock is ahead of Jakarta's. */
    hoursAhead: (person: string) => {
      const { zone } = inForce(person, 0)
      return zone === null
        ? 0
        : Number(localTime(0, zone).time.slice(0, 2)) - Number(localTime(0, 'WIB').time.slice(0, 2))
    },
    /** Whether staff work on the day of an instant: no Sunday, and no holiday. */
    isWorkday: (at: number) => {
      const { holiday } = inForceIn(settings, undefined, at)
      return holiday === null && new Date(`${businessDay(at)}T00:00:00Z`).getUTCDay() !== 0
    },
    settings,
  }
}
