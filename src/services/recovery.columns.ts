import { collectionStages } from '../machines/collectionStages.ts'
import { provinces } from '../machines/identity.ts'
import { day, instant, type ListColumns, money, number, rate, text, word } from './columns.ts'
import {
  none,
  strategies,
  type Attempt,
  type CasePlacement,
  type Complaint,
  type Hours,
  type Credit,
  type Figured,
  type Figures,
  type Holding,
  type Promise,
  type Standing,
  type Summed,
  type TargetName,
} from './recovery.ts'

type About = Pick<
  Holding,
  | 'orderNo'
  | 'app'
  | 'product'
  | 'province'
  | 'regency'
  | 'at'
  | 'day'
  | 'stage'
  | 'collectorName'
  | 'groupName'
  | 'company'
  | 'strategy'
>

/** The words of a way of choosing. */
export const strategyWords = (key: string) => `recovery:strategy.${key}`

const orderNo = text<About>('approval:screen.orderNo', (one) => one.orderNo)
const app = text<About>('approval:screen.app', (one) => one.app)
const product = text<About>('approval:screen.product', (one) => one.product)
const stage = word<About>('recoveryCase:screen.stage', (one) => one.stage && `recoveryCase:stage.${one.stage}`)
/** Nobody's part is called so. */
const collector = text<About>(
  'recovery:screen.collector',
  (one, inWords) => one.collectorName || inWords('recovery:screen.self'),
)
const group = text<About>('recovery:screen.group', (one) => one.groupName)
const company = text<About>(
  'recovery:screen.company',
  (one, inWords) => one.collectorName && (one.company || inWords('recovery:screen.own')),
)
const dayOf = (head: string) => day<About>(head, (one) => one.day)
const strategy = text<About>(
  'recovery:screen.strategy',
  ({ strategy: key }, inWords) => key && inWords(strategyWords(key)),
)
const who = { collector, group, company }
const province = text<About>('order:province', (one) => provinces[one.province] ?? '')
const regency = text<About>('order:city', (one) => one.regency)
const order = { app, product, strategy, province, regency }

export const holdingColumns = {
  orderNo,
  given: instant('recovery:screen.given', (one) => one.at),
  ...who,
  stage,
  daysLate: number('loan:list.daysOverdue', (one) => one.daysLate),
  balance: money('recovery:screen.balance', (one) => one.balance),
  principal: money('loan:list.principal', (one) => one.principal),
  interest: money('loan:list.interest', (one) => one.interest),
  fee: money('loan:list.ofFee', (one) => one.fee),
  endedAt: instant('recovery:screen.ended', (one) => one.endedAt),
  endedBy: word('recovery:screen.endedBy', (one) => one.endedBy && `recovery:ending.${one.endedBy}`),
  ...order,
} satisfies ListColumns<Holding>

export const attemptColumns = {
  orderNo,
  at: instant('recovery:screen.at', (one) => one.at),
  ...who,
  stage,
  channel: word('recovery:screen.channel', (one) => `recoveryCase:channel.${one.channel}`),
  outcome: word('recoveryCase:screen.outcome', (one) => one.outcome && `contact:outcome.${one.outcome}`),
  ...order,
} satisfies ListColumns<Attempt>

export const promiseColumns = {
  orderNo,
  at: instant('recoveryCase:screen.madeOn', (one) => one.at),
  ...who,
  stage,
  amount: money('recoveryCase:screen.promiseAmount', (one) => one.amount),
  promisedFor: day('recoveryCase:screen.promiseDay', (one) => one.promisedFor),
  paid: money('recoveryCase:screen.promisePaid', (one) => one.paid),
  outcome: word('recoveryCase:screen.promise', (one) => `recoveryCase:promise.${one.outcome}`),
  judgedOn: day('recovery:screen.judgedOn', (one) => one.judgedOn),
  corrected: word('recovery:screen.corrected', (one) => (one.corrected ? 'common:yes' : null)),
  ...order,
} satisfies ListColumns<Promise>

export const creditColumns = {
  orderNo,
  day: dayOf('recovery:screen.valueDay'),
  reversed: word('loan:list.reversedIs', (one) => (one.reversed ? 'loan:list.reversed' : null)),
  at: instant('recovery:screen.booked', (one) => one.at),
  ...who,
  stage,
  daysLate: number('loan:list.daysOverdue', (one) => one.daysLate),
  amount: money('recovery:screen.amount', (one) => one.amount),
  principal: money('loan:list.principal', (one) => one.principal),
  interest: money('loan:list.interest', (one) => one.interest),
  fee: money('loan:list.ofFee', (one) => one.fee),
  commission: money('recovery:figure.commission', (one) => one.commission),
  ...order,
} satisfies ListColumns<Credit>

export const placementColumns = {
  orderNo,
  company: text('recovery:screen.company', (one) => one.company),
  from: dayOf('recovery:screen.from'),
  until: day('recovery:screen.lastDay', (one) => one.until),
  stage,
  balance: money('recovery:screen.balance', (one) => one.balance),
  rate: rate('recovery:screen.commissionRate', (one) => one.rate),
  endedAt: instant('recovery:screen.ended', (one) => one.endedAt),
  endedBy: word('recovery:screen.endedBy', (one) => one.endedBy && `placement:outcome.${one.endedBy}`),
  ...order,
} satisfies ListColumns<CasePlacement>

export const complaintColumns = {
  orderNo,
  at: instant('recovery:screen.complained', (one) => one.at),
  ...who,
  stage,
  topic: word('recoveryCase:ask.topic', (one) => `recoveryCase:topic.${one.topic}`),
  channel: word('recovery:screen.channel', (one) => `recoveryCase:channel.${one.channel}`),
  words: text('recoveryCase:ask.words', (one) => one.words),
  held: word('recoveryCase:screen.complaintHeld', (one) => (one.held ? 'common:yes' : null)),
  ...order,
} satisfies ListColumns<Complaint>

export const standingColumns = {
  orderNo,
  since: dayOf('recovery:screen.since'),
  until: day('recovery:screen.until', (one) => one.until),
  state: word('recoveryCase:screen.state', (one) => `recovery:standing.${one.state}`),
  ...who,
  stage,
  due: day('loan:list.due', (one) => one.due),
  principal: money('loan:list.principal', (one) => one.principal),
  ...order,
} satisfies ListColumns<Standing>

export const hoursColumns = {
  day: day('recovery:screen.day', (one) => one.day),
  collector: text('recovery:screen.collector', (one) => one.collectorName),
  group: text('recovery:screen.group', (one, inWords) => one.groupName || inWords('recovery:screen.noGroup')),
  company: text('recovery:screen.company', (one, inWords) => one.company || inWords('recovery:screen.own')),
  came: instant('recovery:screen.came', (one) => one.at),
  left: instant('recovery:screen.left', (one) => (one.ended ? one.until : null)),
  minutes: number('recovery:figure.minutes', (one) => one.minutes),
} satisfies ListColumns<Hours>

/** Basis points; null where there is nothing to divide by. */
const share = (part: number | undefined, whole: number | undefined): number | null =>
  part === undefined || !whole ? null : Math.floor((part * 20_000 + whole) / (whole * 2))

/** The cases that could be worked. */
export const workable = ({ opening, given, taken }: Figures) => opening + given - taken

/** Rupiah an hour at work; null where nobody's hours are known. */
export const productivity = ({ recovered, minutes }: Figures): number | null =>
  minutes ? Math.floor((recovered * 120 + minutes) / (minutes * 2)) : null

/** Each rate of collection in basis points, from the figures that it divides. */
export const rates = {
  coverage: (its) => share(its.attempted, workable(its)),
  intensity: (its) => share(its.attempts, its.attempted),
  rightParty: (its) => share(its.reached, its.attempted),
  promiseRate: (its) => share(its.promises, its.reached),
  keptRate: (its) => share(its.kept, its.judged),
  keptAmount: (its) => share(its.paid, its.promised),
  recoveryRate: (its) => share(its.cohort, its.balance),
  targetRate: (its) => share(its.target, its.balance),
  targetMet: (its) => share(its.cohort, its.target),
  cureRate: (its) => share(its.cured, workable(its)),
  placementRate: (its) => share(its.placedRecovered, its.placedBalance),
  rollRate: (its) => share(its.rolledPrincipal, its.openingPrincipal),
} satisfies Record<string, (its: Figures) => number | null>
export type RateName = keyof typeof rates

const count = (name: keyof Figures) => number<Figured>(`recovery:figure.${name}`, ({ figures }) => figures[name])
const rupiah = (name: keyof Figures) => money<Figured>(`recovery:figure.${name}`, ({ figures }) => figures[name])
/** The column of each target. */
export const targetColumns = {
  coverage: 'coverageTarget',
  rightParty: 'rightPartyTarget',
  promiseRate: 'promiseTarget',
  keptRate: 'keptTarget',
  cureRate: 'cureTarget',
  rollRate: 'rollTarget',
  productivity: 'productivityTarget',
} as const satisfies Record<TargetName, string>
const targetOf = (name: TargetName) =>
  rate<Figured>(`recovery:rate.${targetColumns[name]}`, ({ targets }) => targets[name])
const rateOf = (name: RateName) => rate<Figured>(`recovery:rate.${name}`, ({ figures }) => rates[name](figures))

/** The name of a line of the figures. */
export const nameOf = ({ key, name }: Pick<Figured, 'key' | 'name'>, inWords: (key: string) => string) => {
  if ((collectionStages as readonly string[]).includes(key)) return inWords(`recoveryCase:stage.${key}`)
  if ((strategies as readonly string[]).includes(key)) return inWords(strategyWords(key))
  if (key === none) return inWords('recovery:screen.none')
  return name
}

/** The columns of the figures, each rate behind what it divides. */
export const figureColumns = {
  name: text<Figured>('recovery:screen.line', nameOf),
  unfinished: word<Figured>('report:unfinished', ({ unfinished }) => (unfinished ? 'report:stillRunning' : null)),
  dayOver: rate<Figured>('recovery:rate.dayOver', ({ dayOver }) => dayOver),
  opening: count('opening'),
  given: count('given'),
  taken: count('taken'),
  workable: number<Figured>('recovery:figure.workable', ({ figures }) => workable(figures)),
  attempted: count('attempted'),
  coverage: rateOf('coverage'),
  coverageTarget: targetOf('coverage'),
  attempts: count('attempts'),
  intensity: rateOf('intensity'),
  reached: count('reached'),
  rightParty: rateOf('rightParty'),
  rightPartyTarget: targetOf('rightParty'),
  promises: count('promises'),
  promiseRate: rateOf('promiseRate'),
  promiseTarget: targetOf('promiseRate'),
  judged: count('judged'),
  kept: count('kept'),
  keptRate: rateOf('keptRate'),
  keptTarget: targetOf('keptRate'),
  promised: rupiah('promised'),
  paid: rupiah('paid'),
  keptAmount: rateOf('keptAmount'),
  recovered: rupiah('recovered'),
  principal: rupiah('principal'),
  interest: rupiah('interest'),
  fee: rupiah('fee'),
  self: rupiah('self'),
  balance: rupiah('balance'),
  cohort: rupiah('cohort'),
  recoveryRate: rateOf('recoveryRate'),
  target: rupiah('target'),
  targetRate: rateOf('targetRate'),
  targetMet: rateOf('targetMet'),
  cured: count('cured'),
  cureRate: rateOf('cureRate'),
  cureTarget: targetOf('cureRate'),
  openingPrincipal: rupiah('openingPrincipal'),
  rolledPrincipal: rupiah('rolledPrincipal'),
  rollRate: rateOf('rollRate'),
  rollTarget: targetOf('rollRate'),
  placed: count('placed'),
  recalled: count('recalled'),
  placedBalance: rupiah('placedBalance'),
  placedRecovered: rupiah('placedRecovered'),
  placementRate: rateOf('placementRate'),
  commission: rupiah('commission'),
  clawback: rupiah('clawback'),
  complaints: count('complaints'),
  minutes: count('minutes'),
  productivity: money<Figured>('recovery:figure.productivity', ({ figures }) => productivity(figures)),
  productivityTarget: money<Figured>('recovery:rate.productivityTarget', ({ targets }) => targets.productivity),
} satisfies ListColumns<Figured>

export const summaryColumns = {
  stage: word('recoveryCase:screen.stage', (one) => `recoveryCase:stage.${one.stage}`),
  group: text('recovery:screen.group', (one, inWords) => one.groupName || inWords('recovery:screen.noGroup')),
  age: text('recovery:screen.age', (one, inWords) => inWords(`recovery:age.${one.age}`)),
  cases: number('recovery:screen.cases', (one) => one.cases),
  principal: money('loan:list.principal', (one) => one.principal),
  fee: money('loan:list.ofFee', (one) => one.fee),
  promised: number('recovery:standing.promised', (one) => one.promised),
  held: number('recovery:standing.held', (one) => one.held),
  unassigned: number('recovery:standing.unassigned', (one) => one.unassigned),
} satisfies ListColumns<Summed>
