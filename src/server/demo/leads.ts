import { sql } from 'kysely'
import { addDays, businessDay, dayStart, weekday } from '../../machines/calendar.ts'
import type { Contact, ContactEvent } from '../../machines/contact.facts.ts'
import { contactMachine } from '../../machines/contact.ts'
import { blank, deadlines, evolve, refusal, type State } from '../../machines/kernel.ts'
import type { Lead, LeadEvent } from '../../machines/lead.facts.ts'
import { leadMachine } from '../../machines/lead.ts'
import type { LeadRules } from '../../machines/leadRules.ts'
import { messageTimes, type MessageRules } from '../../machines/messageRules.ts'
import type { VerifyCodeEvent } from '../../machines/verifyCode.ts'
import * as contact from '../../services/contact.ts'
import * as lead from '../../services/lead.ts'
import * as verifyCode from '../../services/verifyCode.ts'
import { knownOf } from '../contact/attempt.ts'
import { contactSettingsOf, inForceIn } from '../contact/inForce.ts'
import type { Prospect } from '../customers/vault.ts'
import { rulesAt } from '../inForce.ts'
import { type Random, randomOf } from '../kit/random.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import { apps, type Lender } from './catalogue.ts'
import { customerOf } from './people.ts'
import { tellDevice } from './visitors.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const app = 'app/demo'
const firstApp = apps[0]!.code
const mostInABatch = 400

/** The campaigns, by the days since their import; `leads` and `came` for each application of the lender. */
const campaigns = [
  {
    batch: 'PAMERAN-01',
    source: 'Pameran UMKM',
    proof: 'Formulir pameran',
    channels: lead.sellingChannels,
    daysAgo: 120,
    leads: 1,
    came: 0.04,
  },
  {
    batch: 'MITRA-07',
    source: 'Mitra toko',
    proof: 'Perjanjian mitra, lampiran 2',
    channels: lead.sellingChannels,
    daysAgo: 60,
    leads: 1,
    came: 0.03,
  },
  {
    batch: 'SITUS-11',
    source: 'Formulir situs',
    proof: 'Centang pada formulir situs',
    channels: [...lead.sellingChannels, 'sms'] as const,
    daysAgo: 20,
    leads: 0.5,
    came: 0.01,
  },
]
type Campaign = (typeof campaigns)[number]

/** Makes the leads of three campaigns, and what the sellers did with them. Some of them are customers of `orders`. */
export const makeLeads = async (server: Server, { staff }: Pick<Lender, 'staff'>, orders: number): Promise<void> => {
  const { store, vault, clock } = server
  const now = clock.now()
  const rules = await rulesAt(server, 'leadRules', now)
  const codes = await rulesAt(server, 'messageRules', now)
  const settings = await contactSettingsOf(server)
  const told: Command[] = []
  const taken = new Set<string>()
  for (const campaign of campaigns) {
    const random = randomOf(`loket leads ${campaign.batch}`)
    const importedAt = dayStart(addDays(businessDay(now), -campaign.daysAgo)) + 9 * hour
    const came = await customersSince(server, importedAt, Math.round(campaign.came * orders), taken)
    for (const { person } of came) taken.add(person)
    for (let nth = 1; nth <= Math.round(campaign.leads * orders); nth += 1) {
      const { name, phone, address } = customerOf(random, businessDay(now))
      const customer = came[nth - 1]
      if (!customer && (await vault.holderOf(phone))) continue
      told.push(
        ...story({
          person: customer?.person ?? `demo-${campaign.batch}-${nth}`.toLowerCase(),
          prospect: customer?.prospect ?? { name, phone, province: address.province },
          customer,
          campaign,
          importedAt,
          rules,
          codes,
          settings,
          vault,
          now,
          head: staff.telemarketingLead![0]!,
          seller: random.pick(staff.telemarketer!),
          random: random.fork(`${nth}`),
        }),
      )
    }
  }
  told.sort((one, other) => one.event.at - other.event.at)
  for (let from = 0; from < told.length; from += mostInABatch) {
    const refused = (await store.append(told.slice(from, from + mostInABatch))).find((one) => one instanceof Refused)
    if (refused) throw refused
  }
}

/** Somebody who applied first after a campaign. */
type Customer = { person: string; orderNo: string; appliedAt: number; registeredAt: number | null; prospect: Prospect }

/** The customers whose first application came after an instant, and whom nobody had to reach since. */
const customersSince = async (server: Server, at: number, most: number, taken: ReadonlySet<string>) => {
  const { rows } = await sql<Omit<Customer, 'prospect'>>`
    select one.*, (
      select min(event.at) from visitor_registration known
      join es_event event on event.stream = 'visitor/' || known.visitor and event.type = 'registered'
      where known.person = one.person and event.data::jsonb ->> 'person' = one.person
        and event.at between ${at} and one."appliedAt"
    ) as "registeredAt"
    from (
      select person, min(applied_at) as "appliedAt", (array_agg(order_no order by applied_at))[1] as "orderNo"
      from approval group by person having min(applied_at) > ${at + 2 * day}
    ) one
    where not exists (select from es_stream where stream = 'contact/' || person)
      and person <> all(${[...taken]}::text[])
    order by person limit ${most}`.execute(server.db.sql)
  const known = await knownOf(
    server,
    rows.map(({ person }) => person),
  )
  return rows.flatMap((one): Customer[] => {
    const record = known.get(one.person)?.record
    if (!record) return []
    return [{ ...one, prospect: { name: record.name, phone: record.phone, province: record.address.province } }]
  })
}

type Setting = {
  person: string
  prospect: Prospect
  customer: Customer | undefined
  campaign: Campaign
  importedAt: number
  rules: LeadRules
  codes: Omit<MessageRules, 'from'>
  settings: Awaited<ReturnType<typeof contactSettingsOf>>
  vault: Server['vault']
  now: number
  head: string
  seller: string
  random: Random
}
type Story = Generator<Command, void, void>

/** Tells one lead from its import on, with the attempts in the person's contact record. */
function* story(setting: Setting): Story {
  const { person, prospect, customer, campaign, importedAt, rules, codes, settings, vault, now, head, seller, random } =
    setting
  const { batch, source, proof, channels, daysAgo } = campaign
  let lives: State<Lead> = blank(leadMachine)
  let reaches: State<Contact> = blank(contactMachine)
  let last = 0

  const tell = (event: LeadEvent, via: string, more: Pick<Command, 'writes'> = {}): Command => {
    lives = evolve(leadMachine, lives, event).state
    last = event.at
    return { stream: `lead/${person}`, event, via, key: `demo lead ${lives.version} ${person}`, ...more }
  }
  const note = (event: ContactEvent, via: string): Command => {
    reaches = evolve(contactMachine, reaches, event).state
    return { stream: `contact/${person}`, event, via, key: `demo contact ${reaches.version} ${person}` }
  }
  /** Lets time pass until an instant; each deadline fires at its own. */
  function* until(instant: number): Story {
    for (;;) {
      const [next] = deadlines(lives).toSorted((one, other) => one.at - other.at)
      if (!next || next.at > instant) return
      yield tell({ type: next.event, by: 'SYS', at: Math.max(last, next.at), armed: next.version } as LeadEvent, 'SYS')
    }
  }

  yield tell({ type: 'leadImported', by: head, at: importedAt, batch, source }, 'SYS', {
    writes: async (tx) => {
      if (!customer) await vault.register(person, prospect.phone)(tx)
      await vault.noteProspect(person, prospect)(tx)
    },
  })
  for (const channel of channels) {
    const reach = { purpose: 'marketing', channel } as const
    yield note({ type: 'consentGiven', by: head, at: importedAt, ...reach, proof }, contact.giveConsent.interface)
  }
  if (!customer && random.chance(0.3)) return

  // A lead who applied was called in the days before.
  const claimedOn = customer
    ? workday(addDays(businessDay(customer.appliedAt), -random.int(1, 2)))
    : workday(addDays(businessDay(importedAt), random.int(0, daysAgo)))
  const claimedAt = dayStart(claimedOn) + random.int(10 * 60, 13 * 60) * 60_000
  if (customer && claimedAt > customer.appliedAt - 2 * hour) return yield* becomes(customer)
  if (claimedAt > now - 3 * hour) return
  // The sellers have room for more.
  if (!customer && claimedAt > now - rules.idle * day && random.chance(0.8)) return
  yield tell({ type: 'claimed', by: seller, at: claimedAt, rules, held: 0, mostHeld: rules.held }, lead.claim.interface)

  /** A code that the seller issues, used before an instant or not; answers whether it was. */
  function* code(before: number): Generator<Command, boolean, void> {
    const [id, at, { codeTtl }] = [`demo-code-${person}`, last + minute, messageTimes(codes)]
    if (at + codeTtl > before) return false
    const stream = `verifyCode/${id}` as const
    const say = (event: VerifyCodeEvent, via: string): Command => ({
      stream,
      event,
      via,
      key: `demo ${event.type} ${id}`,
    })
    const issued = { by: seller, at, lead: person, seller, ttl: codeTtl, mostTries: codes.codeTries }
    yield say({ type: 'codeIssued', ...issued }, verifyCode.issue.interface)
    const isUsed = customer !== undefined || random.chance(0.7)
    if (!isUsed) yield say({ type: 'codeExpired', by: 'SYS', at: at + codeTtl, armed: 1 }, 'SYS')
    else {
      if (random.chance(0.2)) yield say({ type: 'codeMistried', by: app, at: at + minute }, 'SYS')
      yield say({ type: 'codeUsed', by: app, at: at + 2 * minute }, 'SYS')
    }
    last = at + codeTtl
    return isUsed
  }
  /** Registers in the app on a device of their own. */
  function* registers(at: number): Story {
    if (at > now) return
    const visitor = vault.visitorOf(firstApp, `lead ${person}`)
    const device = { visitor, app: firstApp, channel: 'organic', from: at, people: [{ person, at }] }
    yield* tellDevice({ vault }, device).filter(({ event }) => event.at <= now)
    yield tell({ type: 'registered', by: app, at, credit: rules.credit }, 'SYS')
  }
  /** Registers and applies, as the customer did. */
  function* becomes({ orderNo, appliedAt, registeredAt }: Customer): Story {
    const { credit } = rules
    if (registeredAt !== null) {
      yield* until(registeredAt)
      yield tell({ type: 'registered', by: app, at: Math.max(last, registeredAt), credit }, 'SYS')
    }
    yield* until(appliedAt)
    yield tell({ type: 'applied', by: app, at: Math.max(last, appliedAt), orderNo, credit }, 'SYS')
  }

  /** An attempt that the rules of contact allow, with its outcome; answers whether it was made. */
  function* attempts(at: number, outcome: (typeof lead.outcomes)[number]): Story {
    yield* until(at)
    const attempt = `demo attempt ${person} ${lives.context.attempts + 1}`
    const wish = { attempt, purpose: 'marketing', channel: 'phone', whom: 'self', order: null, overdue: null } as const
    const record = { nik: '', address: { province: prospect.province } }
    const attempted = { type: 'attempted', by: seller, at, ...wish, ...inForceIn(settings, record, at) } as const
    if (lives.value !== 'following' || refusal(contactMachine, reaches, attempted, 'SYS')) return
    yield note(attempted, 'SYS')
    yield tell({ type: 'contacted', by: seller, at, attempt, channel: 'phone' }, lead.contact.interface)
    const noted = { type: 'outcomeNoted', by: seller, at: at + 240_000, outcome } as const
    yield note({ ...noted, attempt }, contact.noteOutcome.interface)
    yield tell(noted, lead.noteOutcome.interface)
  }

  const first = customer
    ? ('reached' as const)
    : random.pick(['reached', 'reached', 'noAnswer', 'busy', 'wrongNumber', 'refused'] as const)
  yield* attempts(claimedAt + random.int(5, 50) * 60_000, first)
  if (customer) {
    if (lives.context.attempts > 0) yield* code(customer.appliedAt)
    return yield* becomes(customer)
  }
  if (lives.context.attempts === 0) return yield* until(now)
  const at = last + 120_000
  if (first === 'wrongNumber')
    yield tell({ type: 'invalidated', by: seller, at, reason: 'wrongNumber' }, lead.invalidate.interface)
  else if (first === 'refused' && random.chance(0.5)) {
    const reason = 'Tidak mau ditelepon'
    yield note({ type: 'marketingBarred', by: seller, at, reason }, contact.barMarketing.interface)
    yield tell({ type: 'invalidated', by: seller, at, reason: 'doNotContact' }, lead.invalidate.interface)
  } else if (first === 'reached' && random.chance(0.5)) {
    const result = random.pick(['agreed', 'notInterested'] as const)
    if (result === 'agreed' && (yield* code(now))) yield* registers(last + random.int(5, 60) * minute)
    yield tell({ type: 'finished', by: seller, at: Math.max(at, last) + minute, result }, lead.finish.interface)
  } else if (random.chance(0.7)) {
    const day = workday(addDays(businessDay(at), random.int(1, 4)))
    yield tell({ type: 'callBackSet', by: seller, at, day, time: '10:30' }, lead.callBack.interface)
    const again = dayStart(day) + 10 * hour + random.int(35, 90) * 60_000
    if (again < now - hour && random.chance(0.8)) {
      yield* attempts(again, random.pick(['reached', 'noAnswer'] as const))
      if (lives.value === 'following' && random.chance(0.6))
        yield tell({ type: 'finished', by: seller, at: last + 60_000, result: 'agreed' }, lead.finish.interface)
    }
  }
  yield* until(now)
}

const sunday = 7
/** The day, or the Monday after a Sunday. */
const workday = (day: string): string => (weekday(dayStart(day)) === sunday ? addDays(day, 1) : day)
