import type { EventRow } from '../../../src/server/db/tables.ts'

// What a week of collection must hold, reckoned from the log as a child would. It shares no code with what it judges.

const hour = 3_600_000
const day = 24 * hour
/** The hours by which a province's clock is ahead of UTC: one province of each zone. */
const ahead: Record<string, number> = { '31': 7, '51': 8, '91': 9 }
export const provinces = Object.keys(ahead)
const holidays = ['2026-04-03', '2026-04-05']

const clockIn = (at: number, province: string) => {
  const local = new Date(at + ahead[province]! * hour)
  return {
    day: local.toISOString().slice(0, 10),
    minute: local.getUTCHours() * 60 + local.getUTCMinutes(),
    weekday: local.getUTCDay(),
  }
}
const jakarta = (at: number) => clockIn(at, '31')
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / day

/** What the events say that are read here; each says some of it. */
type Said = Group & {
  attempt: string
  channel: string
  order: string
  rule: string
  group: string
  until: string
  dailyCap: number
  holder: string
  due: string | undefined
  txid: string
  day: string
  amount: number
}
type Told = Pick<EventRow, 'pos' | 'stream' | 'type' | 'state' | 'actor' | 'at'> & { id: string; data: Said }

/** A call that tried to reach a customer, and the answer to it. */
export type Tried = { key: string; orderNo: string; code: number; rule: string | undefined }

type Case = {
  open: boolean
  held: boolean
  changedAt: number
  holder: string
  /** Whether a promise waits for its day: the case then keeps its holder. */
  promised: boolean
  company: string
  due: string
  stage: string
}
type Group = { company: string; capacity: number; stages: string[]; days: number[]; opens: string; closes: string }
type Member = {
  group: string
  company: string
  until: string
  certifiedAt: number
  cap: number
  atWork: boolean
  given: number
  on: string
}
type Attempt = { at: number; channel: string; key: string; by: string; order: string }

/** The payment that an order's reversal is about, and what every movement of money is credited with. */
export type Credit = { orderNo: string; day: string; collector: string; amount: number }

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export const judge = (log: readonly EventRow[], provinceOf: (orderNo: string) => string, tried: readonly Tried[]) => {
  const events = log.map((row): Told => {
    const [, id] = row.stream.split('/')
    return { ...row, id: id!, data: JSON.parse(row.data) as Said }
  })
  const problems: string[] = []
  const cases = new Map<string, Case>()
  const groups = new Map<string, Group>()
  const members = new Map<string, Member>()
  const memberOf = (staff: string): Member => {
    const found = members.get(staff)
    if (found) return found
    const blank = { group: '', company: '', until: '', certifiedAt: 0, cap: 60, atWork: false, given: 0, on: '' }
    members.set(staff, blank)
    return blank
  }
  const held = (staff: string) => [...cases.values()].filter(({ open, holder }) => open && holder === staff).length

  const attempts = new Map<string, Attempt[]>()
  const consents = new Map<string, boolean>()
  const barred = new Set<string>()
  const disabled = new Set<string>()
  const allowed = new Map<string, Told>()
  const blocked = new Map<string, Told>()
  const contacted = new Map<string, Told>()

  const closes: Record<string, Record<string, string>> = {}
  const payments = new Map<string, Credit>()
  const proposed = new Map<string, string>()
  const credits: Credit[] = []

  /** The due days that a case had at an instant, while nothing was settled yet. */
  const duesAt = (orderNo: string, { pos, at }: Told, now: string) => [
    now,
    ...events
      .filter((one) => one.at === at && one.pos > pos && one.stream === `recoveryCase/${orderNo}`)
      .flatMap(({ data }) => (data.due === undefined ? [] : [data.due])),
  ]

  const isPaid = (order: string) => [...payments.values()].some(({ orderNo }) => orderNo === order)

  /** The rules that an attempt breaks; `surely` leaves out what another event of the same instant may have changed. */
  const broken = (event: Told, surely: boolean): string[] => {
    const { id: person, at, actor, data } = event
    const { channel, order } = data
    const clock = clockIn(at, provinceOf(order))
    const before = attempts.get(person) ?? []
    const today = before.filter((one) => clockIn(one.at, provinceOf(order)).day === clock.day)
    const dues = duesAt(order, event, cases.get(order)?.due ?? '')
    const its = cases.get(order)
    const isNew = its?.changedAt === at
    const late = dues.map((due) => daysBetween(due, jakarta(at).day) > 90 && memberOf(actor).company === '')
    const rules: Record<string, boolean> = {
      notDayOff: clock.weekday === 0,
      notHoliday: holidays.includes(clock.day),
      withinHours: clock.minute < 8 * 60 || clock.minute >= 20 * 60,
      collectionCap: today.length >= 3,
      smsCap: channel === 'sms' && today.filter((one) => one.channel === 'sms').length >= 2,
      spaced: before.some((one) => at - one.at < hour),
      consentStands: consents.get(`${person} ${channel}`) === false,
      notBarred: barred.has(person),
      somethingDue: surely ? its?.open === false && !isNew : its?.open === false || isPaid(order),
      notHeld: surely ? its?.held === true && !isNew : its?.held === true || isNew,
      certified: memberOf(actor).until < jakarta(at).day || (!surely && memberOf(actor).certifiedAt === at),
      stillInHouse: surely ? late.every(Boolean) : late.some(Boolean),
    }
    return Object.keys(rules).filter((rule) => rules[rule])
  }

  const onContact = (event: Told, wrong: (what: string) => void) => {
    const { id: person, type, at, actor, data } = event
    const { attempt, channel, order, rule } = data
    if (type === 'attempted' || type === 'holderAttempted') {
      const rules = broken(event, true)
      if (rules.length > 0) wrong(`reached although ${rules.join(', ')}`)
      if (allowed.has(attempt)) wrong('the attempt stands twice')
      allowed.set(attempt, event)
      const made = { at, channel, key: attempt, by: actor, order }
      attempts.set(person, [...(attempts.get(person) ?? []), made])
    }
    if (type === 'attemptBlocked') {
      if (!broken(event, false).includes(rule)) wrong(`blocked by ${rule}, which was not broken`)
      if (blocked.has(attempt)) wrong('the attempt is blocked twice')
      blocked.set(attempt, event)
    }
    if (type === 'consentGiven' || type === 'consentWithdrawn')
      consents.set(`${person} ${channel}`, type === 'consentGiven')
    if (type === 'contactBarred') barred.add(person)
  }

  const onCollector = ({ id, type, data, at }: Told) => {
    const member = memberOf(`staff/${id}`)
    const { group, company, until, dailyCap } = data
    if (type === 'groupJoined') Object.assign(member, { group, company })
    if (type === 'groupLeft') member.group = ''
    if (type === 'certified') Object.assign(member, { until, certifiedAt: at })
    if (type === 'dailyCapSet') member.cap = dailyCap
    if (type === 'signedIn') member.atWork = true
    if (['signedOut', 'sentHome', 'signInExpired'].includes(type)) member.atWork = false
    if (member.on !== jakarta(at).day) Object.assign(member, { on: jakarta(at).day, given: 0 })
  }

  /** A case is given: by the system within every limit, by a lead to somebody of the right company. */
  const give = (event: Told, its: Case, wrong: (what: string) => void) => {
    const { type, at, data } = event
    const to = data.holder
    const today = jakarta(at)
    const member = memberOf(to)
    const group = groups.get(member.group)
    if (!its.open) wrong('given while it is not open')
    if (type === 'reassigned' ? its.holder === '' || its.holder === to : its.holder !== '')
      wrong(`given to ${to} while ${its.holder || 'nobody'} held it`)
    if (!group || group.company !== its.company) wrong(`given to ${to} of another company`)
    if (member.until < today.day) wrong(`given to ${to}, whose certificate ended`)
    if (type === 'allotted') {
      if (!member.atWork) wrong(`given to ${to}, who was not at work`)
      if (held(to) >= group!.capacity) wrong(`${to} held ${held(to)} already`)
      if (!group!.stages.includes(its.stage)) wrong(`given to a group without ${its.stage}`)
      const weekday = today.weekday === 0 ? 7 : today.weekday
      const isOpen = minuteOf(group!.opens) <= today.minute && today.minute < minuteOf(group!.closes)
      if (!group!.days.includes(weekday) || !isOpen) wrong('given outside the hours of the group')
      if (member.on !== today.day) Object.assign(member, { on: today.day, given: 0 })
      member.given += 1
      if (member.given > member.cap) wrong(`${to} got ${member.given} that day`)
    }
    its.holder = to
  }

  const stageOn = (due: string, at: number) => {
    const late = daysBetween(due, jakarta(at).day)
    return ['pre', 's1', 's2', 'm2', 'm3', 'm4'][[1, 8, 31, 61, 91].filter((first) => first <= late).length]!
  }

  const onCase = (event: Told, wrong: (what: string) => void) => {
    const { id, type, state, actor, at, data } = event
    const blank = {
      open: false,
      held: false,
      changedAt: 0,
      holder: '',
      promised: false,
      company: '',
      due: '',
      stage: '',
    }
    const its = cases.get(id) ?? blank
    cases.set(id, its)
    if (type === 'episodeOpened' || type === 'episodeReopened') {
      if (its.open) wrong('opened while it is open')
      Object.assign(its, { open: true, holder: '', promised: false, due: data.due, stage: stageOn(data.due!, at) })
    } else if (type !== 'complained' && !its.open) wrong('moved while it is not open')
    if (type === 'dueDayMoved') its.due = data.due!
    if (['allotted', 'dispatched', 'reassigned'].includes(type)) give(event, its, wrong)
    if (type === 'recalled' || type === 'memberLeft') {
      if (its.holder === '') wrong('taken from nobody')
      its.holder = ''
    }
    if (['contacted', 'outcomeNoted', 'callBackSet', 'promised'].includes(type) && actor !== its.holder)
      wrong(`by ${actor} while ${its.holder || 'nobody'} held it`)
    if (type === 'contacted') contacted.set(data.attempt, event)
    if (type === 'promised') its.promised = true
    if (['promiseKept', 'promisePartlyKept', 'promiseBroken'].includes(type)) its.promised = false
    if (type === 'placementBegan') its.company = data.company
    if (type === 'placementEnded') its.company = ''
    if (type === 'stageChanged') its.stage = stageOn(its.due, at)
    if (['stageChanged', 'placementBegan', 'placementEnded'].includes(type) && !its.promised) its.holder = ''
    if (type === 'episodeSettled') Object.assign(its, { open: false, holder: '', promised: false, company: '' })
    if (its.open && state.endsWith('unassigned') !== (its.holder === '')) wrong(`${state} with ${its.holder}`)
    Object.assign(its, { held: state.startsWith('open.held'), changedAt: at })
    ;(closes[id] ??= {})[jakarta(at).day] = its.holder
  }

  const onLoan = ({ id: orderNo, type, at, data }: Told) => {
    const today = jakarta(at).day
    const { txid, day: valueDay, amount } = data
    const credited = (its: Credit) => credits.push(its)
    if (type === 'repaid') {
      const days = closes[orderNo] ?? {}
      const last = Object.keys(days)
        .filter((one) => one <= valueDay)
        .toSorted()
        .at(-1)
      const of = valueDay === today ? (cases.get(orderNo)?.holder ?? '') : (last && days[last]) || ''
      const credit = { orderNo, day: valueDay, collector: of, amount }
      payments.set(txid, credit)
      credited(credit)
    }
    if (type === 'reversalProposed') proposed.set(orderNo, txid)
    if (type === 'repaymentReversed') {
      const first = payments.get(proposed.get(orderNo)!)!
      credited({ ...first, day: today, amount: -first.amount })
    }
  }

  for (const event of events) {
    const wrong = (what: string) => problems.push(`${event.pos} ${event.stream} ${event.type}: ${what}`)
    const [kind] = event.stream.split('/')
    if (kind === 'contact') onContact(event, wrong)
    if (kind === 'collector') onCollector(event)
    if (event.type === 'accountDisabled') disabled.add(`staff/${event.id}`)
    if (event.type === 'accountEnabled') disabled.delete(`staff/${event.id}`)
    if (kind === 'collectionGroup' && ['groupCreated', 'groupChanged'].includes(event.type))
      groups.set(event.id, event.data)
    if (kind === 'recoveryCase') onCase(event, wrong)
    if (kind === 'loan') onLoan(event)
  }

  for (const [key, { stream, actor, data }] of contacted) {
    const attempt = allowed.get(key)
    if (!attempt) problems.push(`${stream} was contacted under ${key}, which no attempt stands for`)
    else if (
      attempt.actor !== actor ||
      attempt.data.order !== stream.split('/')[1] ||
      attempt.data.channel !== data.channel
    )
      problems.push(`${stream} was contacted under ${key}, which is of another attempt`)
  }
  for (const { key, orderNo, code, rule } of tried) {
    const stands = [allowed, contacted, blocked].map((found) => found.has(key))
    const wrong = () => problems.push(`${key} on ${orderNo} answered ${code} ${rule}, and stands as ${stands.join()}`)
    if (code === 0 && stands.join() !== 'true,true,false') wrong()
    if (rule !== undefined && stands.join() !== 'false,false,true') wrong()
    // The case may have left its holder after the attempt was noted, which then counts all the same.
    if (code !== 0 && rule === undefined && (stands[1] || stands[2])) wrong()
  }
  const known = new Set(tried.map(({ key }) => key))
  for (const key of [...allowed.keys(), ...blocked.keys()]) if (!known.has(key)) problems.push(`nobody tried ${key}`)

  /** Whoever may hold no case any more has lost theirs by now, unless a promise is still to be judged. */
  const left = (at: number): string[] =>
    [...cases].flatMap(([orderNo, { open, holder, promised, company }]) => {
      if (!open || promised || holder === '') return []
      const { group, until } = memberOf(holder)
      const isMember = groups.get(group)?.company === company && until >= jakarta(at).day && !disabled.has(holder)
      return isMember ? [] : [`${orderNo} is held by ${holder}, who left`]
    })

  return {
    problems,
    left,
    cases,
    members,
    groups,
    credits,
    blocked: [...blocked.values()].map(({ data }) => data.rule),
  }
}
