import type { ContactEvent, InForce, Wish } from '../../machines/contact.facts.ts'
import { localTime } from '../../machines/contactRules.ts'
import type { PersonRecord } from '../customers/vault.ts'
import { batched } from '../kit/batchLoader.ts'
import { againWhenStale } from '../kit/conflict.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Answer } from '../store/command.ts'
import { factOf } from '../store/events.ts'
import { contactSettingsOf, inForceIn } from './inForce.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault' | 'clock'>
export type Attempted = { version: number } & (
  | { allowed: true }
  | { allowed: false; rule: string; figures: Record<string, unknown> }
)

/** The rule of a refusal: a barred person's record takes no attempt at all. */
export const ruleOf = (why: string) => (why === 'notOffered' ? 'notBarred' : why)

const guard = 'contact:guard.'

/**
 * The newest record that an order of each of some persons has, by person; erased ones are left out. A change that is only
 * proposed, or was refused, is in the vault too and does not count.
 */
export const newestRecords = async ({ db, vault }: Pick<Server, 'db' | 'vault'>, persons: readonly string[]) => {
  if (persons.length === 0) return new Map<string, { version: number; record: PersonRecord }>()
  const refs = await db.sql
    .selectFrom('approval')
    .select((eb) => ['person', eb.fn.max('person_version').as('version')])
    .where('person', 'in', [...new Set(persons)])
    .groupBy('person')
    .execute()
  const records = await vault.read(refs)
  return new Map(
    refs.flatMap(({ person, version }, index) => {
      const record = records[index]
      return record ? [[person, { version, record }] as const] : []
    }),
  )
}

/** The data of a person who may be reached: a customer's newest record, or the newest import of anybody else. */
export type Known = Pick<PersonRecord, 'name' | 'phone' | 'nik' | 'contacts'> & { address: { province: string } }

/** Reads the data of some persons, by person; erased ones are left out. */
export const knownOf = async (parts: Pick<Server, 'db' | 'vault'>, persons: readonly string[]) => {
  const known = new Map<string, { version: number; record: Known }>(await newestRecords(parts, persons))
  const others = await parts.vault.prospects(persons.filter((person) => !known.has(person)))
  for (const [person, { name, phone, province }] of others)
    known.set(person, { version: 0, record: { name, phone, nik: '', contacts: [], address: { province } } })
  return known
}

/**
 * Notes an attempt to reach a person before it is made, or that a rule forbids it. To be called inside the flow of who
 * wants to reach them, before their own event: only `allowed` permits the attempt. At least once: the same attempt id by
 * the same actor has the first answer, whatever the rules say by then.
 */
export const attemptContact = (server: Parts, person: string, by: string, wish: Wish): Promise<Attempted> =>
  contactAttempts(server)(person, by, wish)

/** `attemptContact` for whoever attempts many at once: what they read is read with one query for all. */
export const contactAttempts = (server: Parts) => {
  const { store, clock } = server
  const recordOf = batched(async (persons: readonly string[]) => {
    const known = await knownOf(server, persons)
    return persons.map((person) => known.get(person)?.record)
  })
  const settings = batched(async (all: readonly 'all'[]) => {
    const found = await contactSettingsOf(server)
    return all.map(() => found)
  })
  const outcomeOf = batched((answers: readonly Answer[]) => outcomesOf(server, answers))

  return async (person: string, by: string, wish: Wish): Promise<Attempted> => {
    const key = `contact ${wish.attempt}`
    const request = [person, wish.attempt, wish.purpose, wish.channel, wish.whom].join(' ')
    const sending = { stream: `contact/${person}`, via: 'SYS', key, request } as const
    const asked = attemptType(wish)
    const record = await recordOf(person)
    /** Stores the attempt, or that a rule forbids it. Throws where another event on the record came first. */
    const decide = async () => {
      const inForce = await settings('all')
      const at = clock.now()
      const facts = { by, at, ...wish, ...inForceIn(inForce, record, at) }
      try {
        return await store.send({ ...sending, event: { type: asked, ...facts } })
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== 422 || !error.key.startsWith(guard)) throw error
        const rule = ruleOf(error.key.slice(guard.length))
        return store.send({ ...sending, event: { type: 'attemptBlocked', ...facts, rule } })
      }
    }
    return outcomeOf(await againWhenStale(decide))
  }
}

/** The event of an attempt: to ask an emergency contact, to collect as the holder of the case, or any other. */
export const attemptType = ({ whom, purpose, ofHolder }: Wish) => {
  if (whom !== 'self') return 'whereaboutsAsked'
  return ofHolder && purpose === 'collection' ? 'holderAttempted' : 'attempted'
}

/** The outcomes of stored attempts. Another call with the same id may have stored the event of one. */
const outcomesOf = async ({ db }: Pick<Server, 'db'>, answers: readonly Answer[]): Promise<Attempted[]> => {
  const rows = await db.sql
    .selectFrom('es_event')
    .selectAll()
    .where(
      'pos',
      'in',
      answers.map(({ pos }) => pos),
    )
    .execute()
  const facts = new Map(rows.map((row) => [row.pos, factOf(row) as ContactEvent]))
  return answers.map(({ pos, version }) => {
    const fact = facts.get(pos)!
    if (fact.type !== 'attemptBlocked') return { allowed: true, version }
    return { allowed: false, rule: fact.rule, figures: figuresOf(fact), version }
  })
}

type Figured = InForce & Pick<Wish, 'overdue' | 'certifiedUntil'> & { at: number }
/** The figures of the words of a rule that forbids an attempt. */
export const figuresOf = ({ rules, zone, holiday, overdue, certifiedUntil, at }: Figured) => ({
  ...rules,
  zone,
  time: zone && localTime(at, zone).time,
  year: localTime(at, zone ?? 'WIB').day.slice(0, 4),
  holiday: holiday?.name,
  overdue,
  certifiedUntil,
})
