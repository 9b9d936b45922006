import { sql } from 'kysely'
import { leftOfLine } from '../../machines/allocation.ts'
import type { Approval } from '../../machines/approval.facts.ts'
import { addDays, businessDay, dayStart } from '../../machines/calendar.ts'
import { blank, deadlines, evolve, type State } from '../../machines/kernel.ts'
import { ledgerOn } from '../../machines/ledger.ts'
import { bookOf } from '../../machines/loan.facts.ts'
import { type Reminder, type ReminderEvent, reminderMachine, type ReminderTerms } from '../../machines/reminder.ts'
import { type SmsBatch, type SmsBatchEvent, smsBatchMachine } from '../../machines/smsBatch.ts'
import type { TemplateVersion } from '../../machines/smsTemplate.ts'
import { filledWith } from '../../machines/smsText.ts'
import { smsValuesOf } from '../../machines/smsValues.ts'
import { plan as repayPlan } from '../../services/loan.lists.ts'
import * as order from '../../services/order.ts'
import * as reminder from '../../services/reminder.ts'
import * as smsBatch from '../../services/smsBatch.ts'
import { sizeOf } from '../../services/smsSegments.ts'
import { inForceIn } from '../contact/inForce.ts'
import { linksByApp, optOutLinkOf } from '../contact/optOutLink.ts'
import { idOfParts } from '../kit/hash.ts'
import { type Random, randomOf } from '../kit/random.ts'
import type { Server } from '../server.ts'
import { messageIdOf } from '../smsBatch/makeMessages.ts'
import { priceOn } from '../smsTemplate/senders.ts'
import type { Command } from '../store/command.ts'
import { apps, type Lender } from './catalogue.ts'
import type { LoanWalk } from './loanWalks.ts'
import { addMendMessages, type Returned } from './mendMessages.ts'
import { customerStory, messageStory, type MessageWorld, type Sending } from './messageStory.ts'
import type { Timed, Timeline } from './timeline.ts'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute
type Plan = Pick<ReminderTerms, 'days' | 'side' | 'time' | 'product'> & {
  template: number
  sinceDays: number
  stoppedDays?: number
}

/** The reminders of the simulated lender, by the template's number; the one about late payment is stopped. */
const plans: readonly Plan[] = [
  { template: 4, days: 3, side: 'before', time: '09:00', product: 'KILAT', sinceDays: 120 },
  { template: 6, days: 0, side: 'before', time: '08:00', product: 'CICIL', sinceDays: 85 },
  { template: 7, days: 2, side: 'after', time: '10:00', product: null, sinceDays: 70, stoppedDays: 4 },
]
/** Marketing to customers, some days ago. */
const campaigns = [40, 12]
/** Marketing that is still to be sent, by what was done last, and that many hours ago. */
const openCampaigns = [
  { last: 'counted', hoursAgo: 3 },
  { last: 'proposed', hoursAgo: 26 },
] as const
const sender = 'DanaKilat'
const marketingText = 'demo-11'

type World = MessageWorld & {
  timeline: Timeline
  now: number
  approvals: ReadonlyMap<string, Approval>
  /** The orders with an instalment that was ever due on a day. */
  dueOn: ReadonlyMap<string, readonly LoanWalk[]>
  versions: (template: string, at: number) => TemplateVersion | undefined
  links: Awaited<ReturnType<typeof linksByApp>>
  price: number
  desk: { lead: string; checker: string; channel: string }
}

/** Adds months of reminders, two campaigns, what customers said about being reached, and what they were asked to mend. */
export const addMessages = async (
  server: Server,
  { staff }: Pick<Lender, 'staff'>,
  {
    timeline,
    contacts,
    loans,
    persons,
    returned,
  }: Pick<World, 'timeline' | 'contacts' | 'loans'> & { persons: readonly string[]; returned: readonly Returned[] },
): Promise<void> => {
  const { store, clock, channels, db } = server
  const [channel] = Object.keys(channels.sms)
  if (channel === undefined) return
  const now = clock.now()
  const all = [...loans.values()]
  const states = await store.states(all.map(({ orderNo }) => `approval/${orderNo}` as const))
  const ids = [...plans.map(({ template }) => template), 11].map((nth) => `demo-${nth}`)
  const templates = new Map(
    (await store.states(ids.map((id) => `smsTemplate/${id}` as const))).map(({ context }, nth) => [ids[nth]!, context]),
  )
  const dueOn = new Map<string, LoanWalk[]>()
  for (const loan of all) for (const due of loan.dueDays) dueOn.set(due, [...(dueOn.get(due) ?? []), loan])
  const world: World = {
    server,
    timeline,
    contacts,
    loans,
    now,
    approvals: new Map(all.map(({ orderNo }, nth) => [orderNo, states[nth]!.context])),
    dueOn,
    versions: (template, at) => templates.get(template)!.approved.findLast(({ approvedAt }) => approvedAt <= at),
    links: await linksByApp(db),
    price: (await priceOn(db, now)) ?? 0,
    desk: { lead: staff.collectionLead![0]!, checker: staff.financeChecker![0]!, channel },
  }
  const random = randomOf('loket messages')
  for (const [nth, plan] of plans.entries())
    timeline.add(reminderStory(world, plan, `demo-${nth + 1}`, random.fork(`${nth}`)))
  for (const daysAgo of campaigns)
    timeline.add(campaignStory(world, daysAgo, staff.support![0]!, random.fork(`${daysAgo} ago`)))
  for (const open of openCampaigns) timeline.add(openCampaignStory(world, open, staff.support![0]!))
  const desk = { support: staff.support![0]!, lead: staff.collectionLead![0]!, checker: staff.financeChecker![0]! }
  for (const person of persons) {
    const its = random.fork(person)
    const from = now - its.int(8, 125) * day
    timeline.add(customerStory(world, { person, from, until: now }, desk, its))
  }
  await addMendMessages(world, { channel, sender }, returned)
}

/** Deletes the jobs of messages: what they ask for was done, or was not, before now. */
export const dropMessageJobs = async ({ db }: Pick<Server, 'db'>): Promise<void> => {
  const names = ['sendMessage', 'makeReminders', 'countAudience', 'makeMessages', 'dropAudience', 'askCustomer']
  await db.sql.deleteFrom('es_effect').where('name', 'in', names).execute()
}

const isOpenOn = (loan: LoanWalk, due: string, at: number): boolean => {
  const { context, value } = loan.state()
  if (!context.terms || value === 'voided' || context.oldestDue === null) return false
  return ledgerOn(bookOf(context), businessDay(at)).lines.some((line) => line.due === due && leftOfLine(line) > 0)
}

/** The segments of a text about an order; undefined where a variable has no value. */
const segmentsOf = (
  { contacts, approvals, links, server }: World,
  loan: LoanWalk,
  { body, language }: TemplateVersion,
  at: number,
) => {
  const { person, app } = loan.state().context.order!
  const record = contacts.known.get(person)?.record
  const approval = approvals.get(loan.orderNo)
  if (!record || !approval?.application) return undefined
  const appName = apps.find(({ code }) => code === app)!.name
  const known = {
    name: record.name,
    bank: record.bank.name,
    appName,
    approval,
    loan: loan.state().context,
    today: businessDay(at),
  }
  const its = links.get(app)
  const linked = its && { appLink: its.appLink, optOutLink: optOutLinkOf(server.vault, its, person, language) }
  const text = filledWith(body, { ...smsValuesOf(known), ...linked }, language)
  return 'unfilled' in text ? undefined : sizeOf(text.text).segments
}

/** Counts an audience, and the messages to it: one a person. */
const audienceOf = (
  world: World,
  batch: string,
  loans: readonly LoanWalk[],
  template: TemplateVersion,
  text: string,
  author: string,
  at: number,
) => {
  const { contacts, desk } = world
  const sendings: Sending[] = []
  const people: { person: string; order_no: string; skip: string | null; segments: number }[] = []
  const skipped: Record<string, number> = {}
  const seen = new Set<string>()
  let segments = 0
  for (const loan of loans) {
    const { person, app } = loan.state().context.order!
    const size = segmentsOf(world, loan, template, at)
    if (size === undefined || seen.has(person)) continue
    seen.add(person)
    const { category } = template
    const overdue = category === 'collection' ? loan.overdueOn(at) : null
    const wish = { attempt: '', purpose: category, channel: 'sms', whom: 'self', order: loan.orderNo, overdue } as const
    const rule = contacts.forbids(person, author, wish, at)
    if (rule === undefined) segments += size
    else skipped[rule] = (skipped[rule] ?? 0) + 1
    people.push({ person, order_no: loan.orderNo, skip: rule ?? null, segments: rule === undefined ? size : 0 })
    const personVersion = contacts.known.get(person)!.version
    sendings.push({
      id: messageIdOf(batch, person),
      at: at + 20 * second,
      author,
      template,
      segments: size,
      terms: {
        orderNo: loan.orderNo,
        person,
        personVersion,
        app,
        text,
        textVersion: template.number,
        channel: desk.channel,
        category,
        sender,
        batch,
      },
    })
  }
  const blocked = Object.values(skipped).reduce((sum, some) => sum + some, 0)
  const count = {
    people: sendings.length,
    sendable: sendings.length - blocked,
    skipped,
    segments,
    cost: segments * world.price,
  }
  return { sendings, count, people }
}

/** One text to an audience, from its count to its last message. */
const batchTeller = (id: string) => {
  const stream = `smsBatch/${id}` as const
  let state: State<SmsBatch> = blank(smsBatchMachine)
  const tell = (event: SmsBatchEvent, via = 'SYS'): Command => {
    state = evolve(smsBatchMachine, state, event).state
    return { stream, event, via, key: `demo ${state.version} ${stream}` }
  }
  return { tell, due: () => deadlines(state)[0]! }
}

const sendsAll = (world: World, sendings: readonly Sending[], random: Random) => {
  for (const sending of sendings) world.timeline.add(messageStory(world, sending, random.fork(sending.id)))
}

async function* reminderStory(world: World, plan: Plan, id: string, random: Random): Timed {
  const { now: end, desk, contacts, dueOn } = world
  const { template: nth, sinceDays, stoppedDays, ...its } = plan
  const text = `demo-${nth}`
  const stream = `reminder/${id}` as const
  let state: State<Reminder> = blank(reminderMachine)
  let now = dayStart(addDays(businessDay(end), -sinceDays)) + 14 * 60 * minute
  const tell = (event: ReminderEvent, via = 'SYS'): Command => {
    state = evolve(reminderMachine, state, event).state
    return { stream, event, via, key: `demo ${state.version} ${stream}` }
  }
  const inForce = () => {
    const { category } = world.versions(text, now)!
    return { approved: true, used: true, category, rules: inForceIn(contacts.settings, undefined, now).rules }
  }
  yield now
  if (!world.versions(text, now)) return
  const terms = { ...its, text, category: inForce().category, sender, apps: null }
  yield tell({ type: 'reminderDrafted', by: desk.lead, at: now, ...terms, ...inForce() }, reminder.draft.interface)
  yield (now += 9 * minute)
  yield tell({ type: 'reminderProposed', by: desk.lead, at: now }, reminder.propose.interface)
  yield (now += 95 * minute)
  yield tell({ type: 'reminderApproved', by: desk.checker, at: now, ...inForce() }, reminder.approve.interface)
  const stopsAt =
    stoppedDays === undefined ? Infinity : dayStart(addDays(businessDay(end), -stoppedDays)) + 17 * 60 * minute
  for (;;) {
    const due = deadlines(state)[0]!
    if (due.at > stopsAt) {
      yield (now = stopsAt)
      return yield tell({ type: 'reminderStopped', by: desk.lead, at: now }, reminder.stop.interface)
    }
    // The server makes a batch that would not be over by now.
    if (due.at > end - 15 * minute) return
    yield (now = due.at)
    yield tell({ type: 'reminderDue', by: 'SYS', at: now, armed: due.version })
    yield (now += second)
    const today = businessDay(now)
    const version = world.versions(text, now)!
    const dueDay = addDays(today, its.side === 'before' ? its.days : -its.days)
    const found = (dueOn.get(dueDay) ?? []).filter(
      (loan) =>
        isOpenOn(loan, dueDay, now) && (its.product === null || loan.state().context.order!.product === its.product),
    )
    const isClosed = version.category === 'collection' && !contacts.isWorkday(now)
    const made = { type: 'remindersMade', by: 'SYS', day: today } as const
    if (isClosed || found.length === 0) {
      yield tell({ ...made, at: now, rows: 0, batch: null, reason: isClosed ? 'closed' : 'nobody' })
      continue
    }
    const batch = idOfParts(id, today)
    const teller = batchTeller(batch)
    const status = its.days === 0 ? 'due' : its.side === 'before' ? 'pending' : 'overdue'
    const filter = {
      status,
      dueFrom: dayStart(dueDay),
      dueTo: dayStart(addDays(dueDay, 1)),
      ...(its.product !== null && { product: its.product }),
    }
    yield teller.tell({
      type: 'batchPlanned',
      by: 'SYS',
      at: now,
      text,
      textVersion: version.number,
      category: version.category,
      sender,
      channel: desk.channel,
      list: repayPlan.id,
      title: 'routes:repayPlan',
      filter,
      apps: null,
      startAt: now,
      rows: found.length,
      reminder: id,
      author: desk.lead,
      proposer: desk.lead,
      approver: desk.checker,
    })
    yield tell({ ...made, at: now, rows: found.length, batch, reason: null })
    world.timeline.add(
      batchSent(world, batch, teller, { loans: found, version, text, author: desk.lead, at: now }, random),
    )
  }
}

type Audience = { loans: readonly LoanWalk[]; version: TemplateVersion; text: string; author: string; at: number }
async function* batchSent(
  world: World,
  batch: string,
  teller: ReturnType<typeof batchTeller>,
  { loans, version, text, author, at }: Audience,
  random: Random,
): Timed {
  let now = at + 2 * second
  yield now
  const { sendings, count } = audienceOf(world, batch, loans, version, text, author, now)
  yield teller.tell({ type: 'audienceCounted', by: 'SYS', at: now, ...count })
  yield (now += second)
  yield teller.tell({ type: 'batchStarted', by: 'SYS', at: now, armed: teller.due().version })
  sendsAll(world, sendings, random)
  yield (now += 90 * second)
  yield teller.tell({ type: 'batchCompleted', by: 'SYS', at: now, made: sendings.length })
}

const workdayFrom = (world: Pick<World, 'contacts'>, at: number): number =>
  world.contacts.isWorkday(at) ? at : workdayFrom(world, at + day)
const paidLoans = ({ loans }: World) =>
  [...loans.values()].filter(
    (loan) => loan.state().value !== 'voided' && loan.state().context.terms && loan.state().context.oldestDue === null,
  )

/** The text of a draft of marketing to customers whose loan is paid. */
const draftOf = (
  { desk, contacts }: World,
  { by, at, startAt, rows }: { by: string; at: number; startAt: number; rows: number },
  version: TemplateVersion,
) => {
  const { rules, yearKnown, holiday } = inForceIn(contacts.settings, undefined, startAt)
  const onDay = { rules, yearKnown, holiday }
  const event = {
    type: 'batchDrafted',
    by,
    at,
    text: marketingText,
    textVersion: version.number,
    category: version.category,
    sender: 'DKPromo',
    channel: desk.channel,
    list: order.list.id,
    title: 'routes:orderList',
    filter: {},
    apps: null,
    startAt,
    ...onDay,
    approved: true,
    used: true,
    rows,
    limit: 100_000,
  } as const
  return { event, onDay }
}

/** A batch of marketing that waits for its author, or for a second person. Its audience is kept: it may be sent. */
async function* openCampaignStory(world: World, { last, hoursAgo }: (typeof openCampaigns)[number], by: string): Timed {
  const { now: end, versions } = world
  let now = end - hoursAgo * 60 * minute
  yield now
  const version = versions(marketingText, now)
  if (!version) return
  const batch = idOfParts('demo open campaign', last)
  const { tell } = batchTeller(batch)
  const paid = paidLoans(world)
  const startAt = workdayFrom(world, dayStart(addDays(businessDay(end), 2)) + 14 * 60 * minute)
  const { count, people } = audienceOf(world, batch, paid, version, marketingText, by, startAt)
  if (count.sendable === 0) return
  yield tell(draftOf(world, { by, at: now, startAt, rows: paid.length }, version).event, smsBatch.draft.interface)
  yield (now += 8 * second)
  yield {
    ...tell({ type: 'audienceCounted', by: 'SYS', at: now, ...count }),
    writes: async (tx) => {
      await tx
        .insertInto('sms_batch_run')
        .values({ batch, secret: '{}', next: null, made: 0, is_counted: true })
        .execute()
      const rows = people.map((one, nth) => ({ ...one, batch, n: nth + 1 }))
      await sql`
        insert into sms_batch_person
        select * from jsonb_populate_recordset(null::sms_batch_person, ${JSON.stringify(rows)})`.execute(tx)
    },
  }
  if (last === 'counted') return
  yield (now += 12 * minute)
  yield tell({ type: 'batchProposed', by, at: now }, smsBatch.propose.interface)
}

/** A batch of marketing to customers whose loan is paid: counted, refused once, approved, and sent. */
async function* campaignStory(world: World, daysAgo: number, author: string, random: Random): Timed {
  const { now: end, desk } = world
  let now = workdayFrom(world, dayStart(addDays(businessDay(end), -daysAgo)) + 10 * 60 * minute)
  yield now
  const version = world.versions(marketingText, now)
  if (!version) return
  const batch = idOfParts('demo campaign', String(daysAgo))
  const { tell, due } = batchTeller(batch)
  const paid = paidLoans(world)
  const startAt = now + 5 * 60 * minute
  const { event, onDay } = draftOf(world, { by: author, at: now, startAt, rows: paid.length }, version)
  yield tell(event, smsBatch.draft.interface)
  yield (now += 8 * second)
  const { sendings, count } = audienceOf(world, batch, paid, version, marketingText, author, startAt)
  if (count.sendable === 0) return
  yield tell({ type: 'audienceCounted', by: 'SYS', at: now, ...count })
  yield (now += 12 * minute)
  yield tell({ type: 'batchProposed', by: author, at: now }, smsBatch.propose.interface)
  yield (now += 40 * minute)
  yield tell(
    { type: 'batchRefused', by: desk.checker, at: now, reason: 'Jam kirim terlalu siang' },
    smsBatch.refuse.interface,
  )
  yield (now += 15 * minute)
  yield tell({ type: 'batchProposed', by: author, at: now }, smsBatch.propose.interface)
  yield (now += 10 * minute)
  yield tell({ type: 'batchApproved', by: desk.checker, at: now, ...onDay }, smsBatch.approve.interface)
  yield (now = startAt)
  yield tell({ type: 'batchStarted', by: 'SYS', at: now, armed: due().version })
  sendsAll(
    world,
    sendings.map((one) => ({ ...one, at: now + 5 * second, terms: { ...one.terms, sender: 'DKPromo' } })),
    random,
  )
  yield (now += 5 * minute)
  yield tell({ type: 'batchCompleted', by: 'SYS', at: now, made: sendings.length })
}
