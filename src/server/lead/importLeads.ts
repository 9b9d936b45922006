import { isOver } from '../../machines/approval.ts'
import { consentTo, type ContactChannel } from '../../machines/contact.facts.ts'
import * as lead from '../../services/lead.ts'
import type { Prospect } from '../customers/vault.ts'
import { againWhenStale, againWhenTaken } from '../kit/conflict.ts'
import { Misread, Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'

type Parts = Pick<Server, 'db' | 'store' | 'vault'>
type Result = keyof lead.Imported
/** The origin of an import; `key` is the same for a repeated one. */
export type Import = {
  batch: string
  source: string
  proof: string
  /** The channels that the proof covers; those of sellers where they are left out. */
  channels?: readonly ContactChannel[] | undefined
  by: string
  at: number
  key: string
}

/** Imports leads that a call brings. */
export const leadImports = (server: Server) => {
  server.handle(lead.importLeads, async ({ leads, ...origin }, { by, now, key }) => {
    const done: lead.Imported = { imported: 0, repeated: 0, customers: 0, barred: 0 }
    const seen = new Set<string>()
    for (const one of leads) {
      const result = seen.has(one.phone) ? 'repeated' : await importLead(server, { ...origin, by, at: now, key }, one)
      seen.add(one.phone)
      done[result] += 1
    }
    return done
  })
}

/**
 * Imports one lead under its person, found by the phone: one stream a person, so nobody is a lead twice. A person who is
 * one already has one more request. Whoever had the phone and has another now is somebody else.
 */
export const importLead = async (server: Parts, origin: Import, prospect: Prospect): Promise<Result> => {
  const { store, vault } = server
  const { batch, source, by, at, key } = origin
  const note = async (): Promise<Result> => {
    const { now: known, former } = await vault.holdersOf(prospect.phone)
    const why = known && (await leftOut(server, known))
    if (why) return why
    if (await vault.isBarred(prospect.phone)) return 'barred'
    // The phone may still reach somebody who had it and wants no marketing.
    for (const one of former) if (await isBarred(server, one)) return 'barred'
    const person = known ?? vault.newPerson()
    const stream = `lead/${person}` as const
    const before = await store.version(stream)
    const { version } = await store.send({
      stream,
      version: before,
      event: { type: before === 0 ? 'leadImported' : 'requestedAgain', by, at, batch, source },
      via: 'SYS',
      key: `import ${key} ${person}`,
      request: batch,
      writes: async (tx) => {
        if (known === undefined) await vault.register(person, prospect.phone, former)(tx)
        await vault.noteProspect(person, prospect)(tx)
      },
    })
    await consent(server, person, origin)
    return version === 1 ? 'imported' : 'repeated'
  }
  return againWhenTaken(() => againWhenStale(note))
}

/** Imports several leads, each with another phone: those whom nobody knows together, and all others one by one. */
export const importMany = async (
  server: Parts,
  origin: Import,
  prospects: readonly Prospect[],
): Promise<readonly Result[]> => {
  const unknown = await server.vault.unknownOf(prospects.map(({ phone }) => phone))
  const done = await importUnknown(
    server,
    origin,
    prospects.filter(({ phone }) => unknown.has(phone)),
  )
  return Promise.all(prospects.map(async (one) => (done.has(one.phone) ? 'imported' : importLead(server, origin, one))))
}

/** Imports persons whom nobody knows; answers the phones of those whom no other import brought meanwhile. */
const importUnknown = async (server: Parts, origin: Import, prospects: readonly Prospect[]): Promise<Set<string>> => {
  const { store, vault } = server
  const { batch, source, proof, channels = lead.sellingChannels, by, at, key } = origin
  const people = prospects.map((prospect) => ({ person: vault.newPerson(), prospect }))
  const imports = people.map(({ person }) => ({
    stream: `lead/${person}` as const,
    event: { type: 'leadImported' as const, by, at, batch, source },
    via: 'SYS',
    key: `import ${key} ${person}`,
    request: batch,
  }))
  const [first, ...others] = imports
  if (!first) return new Set()
  try {
    // Alone, and before all others: no lead without its person.
    await store.send({ ...first, writes: vault.registerAll(people) })
  } catch (error) {
    if (!(error instanceof Misread)) throw error
    return new Set()
  }
  const outcomes = await store.appendAll(others)
  const imported = people.filter((_, nth) => !(outcomes[nth - 1] instanceof Refused))
  const [channel, ...also] = new Set(channels)
  const consents = imported.map(({ person }) => ({
    stream: `contact/${person}` as const,
    version: 0,
    event: { type: 'consentGiven' as const, by, at, purpose: 'marketing' as const, channel: channel!, also, proof },
    via: 'contact.consent',
    key: `consent ${key} ${person}`,
    request: batch,
  }))
  const answers = await store.appendAll(consents)
  for (const [nth, { person }] of imported.entries())
    if (answers[nth] instanceof Refused) await consent(server, person, origin)
  return new Set(imported.map(({ prospect }) => prospect.phone))
}

/** Why a known person does not become a lead: an order or a debt, or a word against marketing. */
const leftOut = async ({ db, store }: Parts, person: string): Promise<'customers' | 'barred' | undefined> => {
  const orders = await db.sql
    .selectFrom('approval')
    .leftJoin('loan', 'loan.order_no', 'approval.order_no')
    .select(['approval.state', 'loan.state as loan'])
    .where('approval.person', '=', person)
    .execute()
  const ended = ['settled', 'voided']
  const isUnderWay = ({ state, loan }: (typeof orders)[number]) =>
    loan === null ? !isOver(state) || state === 'passed' : !ended.includes(loan)
  if (orders.some(isUnderWay)) return 'customers'
  return (await isBarred({ store }, person)) ? 'barred' : undefined
}

const isBarred = async ({ store }: Pick<Parts, 'store'>, person: string): Promise<boolean> =>
  (await store.state(`contact/${person}`)).context.barred !== null

/** Stores the consent that the import proves. A word of the person's own, which may be a withdrawal, stands. */
const consent = async (
  { store }: Parts,
  person: string,
  { proof, channels = lead.sellingChannels, by, at, key }: Import,
) => {
  const stream = `contact/${person}` as const
  for (const channel of channels) {
    const reach = { purpose: 'marketing', channel } as const
    await againWhenStale(async () => {
      const { version, context } = await store.state(stream)
      if (consentTo(context, reach) !== undefined) return
      await store.send({
        stream,
        version,
        event: { type: 'consentGiven', by, at, ...reach, proof },
        via: 'contact.consent',
        key: `consent ${key} ${person} ${channel}`,
        request: channel,
      })
    })
  }
}
