import { addDays, businessDay, dayStart, weekday } from '../../machines/calendar.ts'
import type { Contact, ContactEvent } from '../../machines/contact.facts.ts'
import { contactMachine } from '../../machines/contact.ts'
import { blank, deadlines, evolve, refusal, type State } from '../../machines/kernel.ts'
import type { Lead, LeadEvent } from '../../machines/lead.facts.ts'
import { leadMachine } from '../../machines/lead.ts'
import type { LeadRules } from '../../machines/leadRules.ts'
import * as contact from '../../services/contact.ts'
import * as lead from '../../services/lead.ts'
import { contactSettingsOf, inForceIn } from '../contact/inForce.ts'
import type { Prospect } from '../customers/vault.ts'
import { rulesAt } from '../inForce.ts'
import { type Random, randomOf } from '../kit/random.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import type { Lender } from './catalogue.ts'
import { customerOf } from './people.ts'

const hour = 3_600_000
const mostInABatch = 400

/** The campaigns, by the days since their import. */
const campaigns = [
  { batch: 'PAMERAN-01', source: 'Pameran UMKM', proof: 'Formulir pameran', daysAgo: 40, leads: 120 },
  { batch: 'MITRA-07', source: 'Mitra toko', proof: 'Perjanjian mitra, lampiran 2', daysAgo: 15, leads: 120 },
  { batch: 'SITUS-11', source: 'Formulir situs', proof: 'Centang pada formulir situs', daysAgo: 3, leads: 80 },
]
type Campaign = (typeof campaigns)[number]

/** Makes the leads of three campaigns, and what the sellers did with them. */
export const makeLeads = async (server: Server, { staff }: Pick<Lender, 'staff'>): Promise<void> => {
  const { store, vault, clock } = server
  const now = clock.now()
  const rules = await rulesAt(server, 'leadRules', now)
  const settings = await contactSettingsOf(server)
  const told: Command[] = []
  for (const campaign of campaigns) {
    const random = randomOf(`loket leads ${campaign.batch}`)
    for (let nth = 1; nth <= campaign.leads; nth += 1) {
      const { name, phone, address } = customerOf(random, businessDay(now))
      if (await vault.holderOf(phone)) continue
      told.push(
        ...story({
          person: `demo-${campaign.batch}-${nth}`.toLowerCase(),
          prospect: { name, phone, province: address.province },
          campaign,
          rules,
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

type Setting = {
  person: string
  prospect: Prospect
  campaign: Campaign
  rules: LeadRules
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
  const { person, prospect, campaign, rules, settings, vault, now, head, seller, random } = setting
  const { batch, source, proof, daysAgo } = campaign
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

  const importedAt = dayStart(addDays(businessDay(now), -daysAgo)) + 9 * hour
  yield tell({ type: 'leadImported', by: head, at: importedAt, batch, source }, 'SYS', {
    writes: async (tx) => {
      await vault.register(person, prospect.phone)(tx)
      await vault.noteProspect(person, prospect)(tx)
    },
  })
  for (const channel of lead.sellingChannels) {
    const reach = { purpose: 'marketing', channel } as const
    yield note({ type: 'consentGiven', by: head, at: importedAt, ...reach, proof }, contact.giveConsent.interface)
  }
  if (random.chance(0.3)) return

  const claimedOn = workday(addDays(businessDay(importedAt), random.int(0, 10)))
  const claimedAt = dayStart(claimedOn) + random.int(10 * 60, 13 * 60) * 60_000
  if (claimedAt > now - 2 * hour) return
  yield tell({ type: 'claimed', by: seller, at: claimedAt, rules, held: 0, mostHeld: rules.held }, lead.claim.interface)

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

  const first = random.pick(['reached', 'reached', 'noAnswer', 'busy', 'wrongNumber', 'refused'] as const)
  yield* attempts(claimedAt + random.int(5, 50) * 60_000, first)
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
    yield tell({ type: 'finished', by: seller, at, result }, lead.finish.interface)
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
