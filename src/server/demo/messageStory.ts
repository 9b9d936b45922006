import { businessDay, daysBetween } from '../../machines/calendar.ts'
import type { ContactEvent } from '../../machines/contact.facts.ts'
import { blank, deadlines, evolve, type State, stateName } from '../../machines/kernel.ts'
import type { Message, MessageEvent, MessageTerms } from '../../machines/message.ts'
import { messageMachine } from '../../machines/message.ts'
import { usualMessageTimes } from '../../machines/messageRules.ts'
import type { TemplateVersion } from '../../machines/smsTemplate.ts'
import { untrueBecause } from '../../machines/smsValues.ts'
import * as contact from '../../services/contact.ts'
import { openLink } from '../contact/optOutLink.ts'
import type { Random } from '../kit/random.ts'
import { reserveTexts } from '../message/eligible.ts'
import { noteWord } from '../providerReports/noteReport.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import type { ContactRecords } from './contactRecords.ts'
import type { LoanWalk } from './loanWalks.ts'
import type { Timed } from './timeline.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const { staleTtl, receiptTtl } = usualMessageTimes

export type MessageWorld = {
  server: Server
  contacts: ContactRecords
  loans: ReadonlyMap<string, LoanWalk>
}
/** A message of a batch, or one that asks a customer to mend an application. */
export type Sending = {
  id: string
  at: number
  author: string
  terms: MessageTerms
  template: TemplateVersion
  segments: number
}

const fates = [
  ['delivered', 880],
  ['undelivered', 40],
  ['failed', 18],
  ['unknown', 36],
  ['doubtful', 20],
  ['contradicted', 6],
] as const

/** Tells one message until its receipt came, or did not. Nothing is sent: the provider is not asked. */
export async function* messageStory(world: MessageWorld, sending: Sending, random: Random): Timed {
  const { server, contacts, loans } = world
  const { id, author, terms, template, segments } = sending
  const { orderNo, person, category, channel } = terms
  const stream = `message/${id}` as const
  let state: State<Message> = blank(messageMachine)
  let now = sending.at
  const tell = (event: MessageEvent, via = 'SYS', writes?: Command['writes']): Command => {
    state = evolve(messageMachine, state, event).state
    return { stream, event, via, key: `demo ${state.version} ${stream}`, ...(writes && { writes }) }
  }
  const system = () => ({ by: 'SYS' as const, at: now })

  yield now
  yield tell({ type: 'messageBatched', by: author, at: now, ...terms, staleTtl })
  yield (now += random.int(1, 40) * second)
  const loan = loans.get(orderNo!)
  const untrue = untrueBecause(template, loan?.state().context, businessDay(now))
  if (untrue) return yield tell({ type: 'messageSkipped', ...system(), reason: untrue })
  const overdue = category === 'collection' ? (loan?.overdueOn(now) ?? null) : null
  const wish = { attempt: id, purpose: category!, channel: 'sms', whom: 'self', order: orderNo, overdue } as const
  const { command, rule } = contacts.attempt(person, author, wish, now)
  yield command
  if (rule !== undefined) return yield tell({ type: 'messageSkipped', ...system(), reason: rule })
  const { personVersion, sender } = terms
  const isToday = businessDay(now) === businessDay(server.clock.now())
  yield tell({ type: 'sendingBegan', ...system(), personVersion, sender: sender!, receiptTtl }, 'SYS', async (tx) => {
    await openLink(server.vault, tx, person, template.body)
    if (isToday) await reserveTexts({ sql: tx }, [{ id, terms }], now)
  })
  const fate = random.weighted(fates)
  yield (now += second)
  if (fate === 'failed') return yield tell({ type: 'messageRefused', ...system(), code: 'NUMBER_INVALID' })
  if (fate === 'doubtful') yield tell({ type: 'answerMissing', ...system() })
  else yield tell({ type: 'messageTaken', ...system(), segments })
  if (fate === 'unknown') {
    const [due] = deadlines(state)
    yield (now = due!.at)
    return yield tell({ type: 'receiptMissing', by: 'SYS', at: now, armed: due!.version })
  }
  yield (now += random.int(2, 240) * second)
  if (fate === 'undelivered') return yield tell({ type: 'messageUndelivered', ...system(), code: 'ABSENT' })
  yield tell({ type: 'messageDelivered', ...system() })
  if (category === 'marketing' && random.chance(0.08)) yield* optsOut()
  if (fate !== 'contradicted') return
  yield (now += random.int(5, 90) * minute)
  const report = { word: 'undelivered', code: 'ABSENT' } as const
  const about = { provider: channel, txid: id, source: 'callback', message: '', order_no: orderNo } as const
  yield tell({ type: 'messageContradicted', ...system(), ...report }, 'SYS', (tx) =>
    noteWord({ sql: tx }, { ...about, ...report, outcome: 'contradicts' }, server.ids(), now),
  )

  /** By the link of the message. */
  async function* optsOut(): Timed {
    yield (now += random.int(1, 30) * hour)
    if (stateName(contacts.stateOf(person).value) !== 'reachable') return
    const event: ContactEvent = { type: 'optedOut', by: 'SYS', at: now, way: 'link' }
    yield contacts.note(person, event, 'SYS')
  }
}

/** Consents, opt-outs and bars of a customer during a loan, given in the app or to staff. */
export async function* customerStory(
  { contacts }: MessageWorld,
  { person, from, until }: { person: string; from: number; until: number },
  staff: { support: string; lead: string; checker: string },
  random: Random,
): Timed {
  const days = daysBetween(businessDay(from), businessDay(until))
  const during = () => from + random.int(0, Math.max(0, days - 1)) * 24 * hour + random.int(0, 8 * 60) * minute
  let now = from
  // A lead agreed already, and was called since.
  if (contacts.stateOf(person).version > 0) return
  if (random.chance(0.35)) {
    yield (now = Math.max(now, from + random.int(1, 90) * minute))
    const proof = 'Centang pada formulir aplikasi'
    const consent = {
      type: 'consentGiven',
      by: staff.support,
      at: now,
      purpose: 'marketing',
      channel: 'sms',
      proof,
    } as const
    if (stateName(contacts.stateOf(person).value) === 'reachable')
      yield contacts.note(person, consent, contact.giveConsent.interface)
  }
  const word = random.weighted([
    ['nothing', 900],
    ['app', 30],
    ['barred', 25],
    ['barredAll', 6],
    ['hours', 20],
    ['withdrawn', 10],
  ] as const)
  if (word === 'nothing') return
  yield (now = Math.max(now, during()))
  const is = (state: string) => stateName(contacts.stateOf(person).value) === state
  const said = { by: staff.support, at: now }
  if (word === 'hours')
    yield contacts.note(
      person,
      { type: 'hoursAgreed', ...said, opens: '19:00', closes: '21:00', days: 'workdays', proof: 'Chat aplikasi' },
      contact.agreeHours.interface,
    )
  if (!is('reachable')) return
  if (word === 'app') yield contacts.note(person, { type: 'optedOut', by: 'app/demo', at: now, way: 'app' }, 'SYS')
  if (word === 'barred' || word === 'barredAll') {
    const type = word === 'barred' ? ('marketingBarred' as const) : ('contactBarred' as const)
    const bar = contact.barMarketing
    yield contacts.note(person, { type, ...said, reason: 'Tidak mau dihubungi lagi' }, bar.interface)
    if (random.chance(0.6)) return
    yield (now += random.int(2, 15) * 24 * hour)
    const reason = 'Nasabah meminta kabar lagi'
    yield contacts.note(
      person,
      { type: 'liftProposed', by: staff.support, at: now, reason },
      contact.proposeLift.interface,
    )
    yield (now += random.int(1, 30) * hour)
    if (!is('liftingMarketing') && !is('liftingContact')) return
    yield random.chance(0.7)
      ? contacts.note(person, { type: 'liftConfirmed', by: staff.lead, at: now }, contact.confirmLift.interface)
      : contacts.note(
          person,
          { type: 'liftRefused', by: staff.lead, at: now, reason: 'Bukti tidak ada' },
          contact.refuseLift.interface,
        )
  }
}
