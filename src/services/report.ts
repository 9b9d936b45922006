import * as z from 'zod/mini'
import { addDays, dayStart } from '../machines/calendar.ts'
import { ages, daysAfterDue, rolledTo } from '../machines/loan.course.ts'
import type { ScreenName } from '../machines/paths.ts'
import { type DataOf, endpoint, nothing, text, whole } from './endpoint.ts'
import { customerTypes } from './order.ts'

const day = z.iso.date()
// The range of the days that staff can choose, so that every instant is of a day with four digits of a year.
const instant = whole.check(z.minimum(dayStart('1900-01-01'), 'range'), z.maximum(dayStart('2999-12-31'), 'range'))
const code = z.optional(text(40))
/** Basis points; null where there is nothing to divide by. */
const rates = z.record(z.string(), z.nullable(whole))
/** Null where no day is old enough for the figure. */
const figures = z.record(z.string(), z.nullable(whole))
/** The day of the answer, which says what is old enough. */
const today = day

/** The most days of a period: three years. */
export const mostDays = 1096
/** The days of a report without a period: the last thirty, with the unfinished one. */
export const usualDays = 30

const filters = {
  /** Whole days in Jakarta, as the instants `[daysFrom, daysTo)`. */
  daysFrom: z.optional(instant),
  daysTo: z.optional(instant),
  app: code,
  channel: code,
  product: code,
  customerType: z.optional(z.enum(customerTypes)),
  reviewer: code,
  /** The version of the rule set by which the machine found. */
  ruleSet: code,
  /** Facts that were booked late count from when they were booked, not from their value day. */
  basis: z.optional(z.enum(['booked'])),
}
/** How many days a line has: one, those of a week from Monday on, or those of a month. */
export const grains = ['week', 'month'] as const
const fields = { ...filters, grain: z.optional(z.enum(grains)) }
/** A filter besides the days. */
export type FilterName = Exclude<keyof typeof filters, 'daysFrom' | 'daysTo'>

const period = { from: day, to: day }

/** One line of a report: a day, or what `key` names, with the days that it counts. */
const row = z.object({
  key: z.string(),
  ...period,
  today,
  /** Its last day is not over. */
  unfinished: z.boolean(),
  figures,
  rates,
})
export type ReportRow = z.infer<typeof row>

/** The last event that is counted, its time, and the newest event. */
const asOf = z.object({ pos: whole, head: whole, at: z.nullable(whole) })

const sum = z.object({ ...period, today, figures, rates })

/** The list behind a figure. Its filters have the report's names, unless `as` has another. */
export type Behind = {
  screen: ScreenName
  /** Its filter by the days of the line. */
  days: string
  where?: Readonly<Record<string, string | true>>
  /** Counts only days after which this many are over: what it waits for can come no more. */
  ripeAfter?: number
  /** An amount in rupiah; the figure that counts its records. */
  money?: string
  as?: Readonly<Partial<Record<FilterName, string>>>
}

const applied = (where: Behind['where'] = {}): Behind => ({ screen: 'orderList', days: 'applied', where })
const decided = (stage: 'machine' | 'first' | 'final', where: Behind['where'] = {}): Behind => ({
  screen: 'orderList',
  days: stage,
  where,
  // No person decides for the machine: with a reviewer chosen there is nothing to count.
  ...(stage !== 'machine' && { as: { reviewer: `${stage}Reviewer` } }),
})

/** Applications that came to a stage on a day and are still there. */
const aside = (stage: string): Behind => ({ screen: 'orderList', days: 'since', where: { stage } })

/** How the lines of a report are drawn. */
export type Picture = {
  /**
   * Rates over days; figures of which each counts some of the one before; shares of the sum, from below, but for the last
   * one; rates ranked.
   */
  as: 'lines' | 'nested' | 'shares' | 'bars'
  /** Figures or rates. */
  of: readonly string[]
  /** A limit in basis points that is drawn across. */
  limit?: number
}

type Declared = {
  /** The route's name, and the endpoint's after `report.`. */
  name: string
  path: string
  rows: 'day' | 'channel'
  /** A figure is what there is at the close of a line's last day, and the period has no sum of them. */
  atClose?: true
  /** The days of a line can be those of a week or a month. */
  grained?: true
  /** The table whose channels there are; the applications' unless it says so. */
  channels?: 'approval' | 'visitor'
  filters: readonly FilterName[]
  /** Numbers of records, each with the list that has as many rows. */
  figures: Readonly<Record<string, Behind>>
  /** Each a figure divided by another. */
  rates: Readonly<Record<string, readonly [part: string, whole: string]>>
  /** Rates that are the rupiah of one record, not a share. */
  each?: readonly string[]
  picture: Picture
  /** Figures and rates for the dashboards of those who may open it, the first one before the others. */
  headlines: readonly string[]
  /** Figures and rates that are shown on request. */
  extra?: readonly string[]
  /** Rates whose cells are tinted, the more the larger the rate. */
  heat?: readonly string[]
  /** Figures of which each counts some of those before it. */
  funnels?: readonly (readonly string[])[]
}

/** Declares a report and its calls: its lines, their number with the totals, and how it stands against the days before. */
const report = <const Its extends Declared>(declared: Its) => {
  const { name, path } = declared
  const names = ['daysFrom', 'daysTo', ...(declared.grained ? ['grain' as const] : []), ...declared.filters] as const
  // A report without a filter refuses it, and its calls leave it undefined.
  const body = Object.fromEntries(names.map((one) => [one, fields[one]])) as typeof fields
  return {
    ...declared,
    list: endpoint({
      id: `report.${name}`,
      method: 'POST',
      path: `/report/${path}`,
      permission: 'granted',
      body: z.strictObject({
        ...body,
        sort: z.optional(z.enum(['key', '-key'])),
        after: z.optional(z.strictObject({ key: text(40) })),
        limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
      }),
      data: z.object({ rows: z.array(row), next: z.nullable(z.object({ key: z.string() })) }),
    }),
    count: endpoint({
      id: `report.${name}Count`,
      interface: `report.${name}`,
      method: 'POST',
      path: `/report/${path}/count`,
      permission: 'granted',
      unattended: true,
      body: z.strictObject({ ...body, exact: z.optional(z.boolean()) }),
      data: z.object({ count: whole, capped: z.boolean(), sums: z.record(z.string(), whole) }),
    }),
    /** The options of its filters. */
    choices: endpoint({
      id: `report.${name}Choices`,
      interface: `report.${name}`,
      method: 'GET',
      path: `/report/${path}/choices`,
      permission: 'granted',
      body: nothing,
      data: z.object({
        products: z.array(z.object({ code: z.string(), name: z.string() })),
        channels: z.array(z.string()),
        reviewers: z.array(z.object({ id: z.string(), name: z.string() })),
        ruleSets: z.array(z.string()),
      }),
    }),
    standing: endpoint({
      id: `report.${name}Standing`,
      interface: `report.${name}`,
      method: 'POST',
      path: `/report/${path}/standing`,
      permission: 'granted',
      unattended: true,
      body: z.strictObject(body),
      data: z.object({
        asOf,
        total: sum,
        /** The finished days of the period, and as many days before it; null while no day of it is over. */
        compared: z.nullable(z.object({ now: sum, before: sum })),
        /** All lines as they are drawn, days in their order, with the values of `drawnNames`. */
        drawn: z.array(
          z.object({ key: z.string(), ...period, unfinished: z.boolean(), values: z.array(z.nullable(whole)) }),
        ),
      }),
    }),
  }
}

/** Of the applications of a day, how many came how far by now. */
export const conversionRate = report({
  name: 'conversionRate',
  path: 'conversion_rate',
  rows: 'day',
  filters: ['app', 'channel', 'product', 'customerType'],
  figures: {
    applied: applied(),
    machine: applied({ machineResult: 'pass' }),
    first: applied({ firstResult: 'pass' }),
    final: applied({ finalResult: 'pass' }),
    paid: applied({ paidOut: true }),
    undecided: applied({ undecided: true }),
  },
  rates: {
    machineRate: ['machine', 'applied'],
    firstRate: ['first', 'machine'],
    finalRate: ['final', 'first'],
    paidRate: ['paid', 'final'],
    firstOfApplied: ['first', 'applied'],
    finalOfApplied: ['final', 'applied'],
    paidOfApplied: ['paid', 'applied'],
  },
  picture: { as: 'nested', of: ['applied', 'machine', 'first', 'final', 'paid'] },
  headlines: ['paid', 'applied'],
  extra: ['firstOfApplied', 'finalOfApplied'],
  funnels: [['applied', 'machine', 'first', 'final', 'paid']],
})

/** The same by the channel that the customers came through. */
export const channelConversionRate = report({
  ...conversionRate,
  name: 'channelConversionRate',
  path: 'channel_conversion_rate',
  rows: 'channel',
  filters: ['app', 'product', 'customerType'],
  figures: {
    ...conversionRate.figures,
    cost: { ...applied(), money: 'applied' },
    firstDue: applied({ firstInstalment: 'due' }),
    firstLate: applied({ firstInstalment: 'late' }),
  },
  rates: { ...conversionRate.rates, costOfPaid: ['cost', 'paid'], firstLateRate: ['firstLate', 'firstDue'] },
  each: ['costOfPaid'],
  picture: { as: 'bars', of: ['paidOfApplied'] },
  headlines: [],
})

/** Of the decisions of a day that stand, how many let the application pass. */
export const passRate = report({
  name: 'passRate',
  path: 'pass_rate',
  rows: 'day',
  filters: ['app', 'channel', 'product', 'customerType', 'reviewer', 'ruleSet'],
  figures: {
    machineDecided: decided('machine', { referred: 'no' }),
    machinePassed: decided('machine', { machineResult: 'pass', referred: 'no' }),
    machineReferred: decided('machine', { referred: 'yes' }),
    firstDecided: decided('first'),
    firstPassed: decided('first', { firstResult: 'pass' }),
    finalDecided: decided('final'),
    finalPassed: decided('final', { finalResult: 'pass' }),
    returned: aside('returned'),
    withdrawn: aside('closed'),
  },
  rates: {
    machineRate: ['machinePassed', 'machineDecided'],
    firstRate: ['firstPassed', 'firstDecided'],
    finalRate: ['finalPassed', 'finalDecided'],
  },
  picture: { as: 'lines', of: ['machineRate', 'firstRate', 'finalRate'] },
  headlines: ['finalRate', 'firstRate'],
})

const devices = (where: Behind['where'] = {}, ripeAfter?: number): Behind => ({
  screen: 'visitors',
  days: 'first',
  where,
  ...(ripeAfter !== undefined && { ripeAfter }),
})

/** Of the devices that were first seen on a day, how many registered, and applied within a week and a month. */
export const touristsRegisterToApply = report({
  name: 'touristsRegisterToApply',
  path: 'tourists_register_to_apply',
  rows: 'day',
  channels: 'visitor',
  filters: ['app', 'channel'],
  figures: {
    devices: devices(),
    registered: devices({ state: 'registered' }),
    devices7: devices({}, 7),
    applied7: devices({ applied: 'within7' }, 7),
    devices30: devices({}, 30),
    applied30: devices({ applied: 'within30' }, 30),
  },
  rates: {
    registeredRate: ['registered', 'devices'],
    applied7Rate: ['applied7', 'devices7'],
    applied30Rate: ['applied30', 'devices30'],
  },
  picture: { as: 'lines', of: ['registeredRate', 'applied7Rate', 'applied30Rate'] },
  headlines: ['registeredRate', 'applied7Rate'],
  funnels: [
    ['devices', 'registered', 'applied7'],
    ['devices', 'devices7', 'applied7'],
    ['devices', 'devices30', 'applied30'],
  ],
})

const settled = (where: Behind['where'] = {}, ripeAfter?: number): Behind => ({
  screen: 'orderList',
  days: 'settled',
  where,
  ...(ripeAfter !== undefined && { ripeAfter }),
})

/** Of the loans that were settled on a day, after how many the customer got the next one within how many days. */
export const borrowAgainRate = report({
  name: 'borrowAgainRate',
  path: 'borrow_again_rate',
  rows: 'day',
  filters: ['app', 'channel', 'product', 'customerType'],
  figures: {
    settled: settled(),
    settled7: settled({}, 7),
    again7: settled({ again: 'within7' }, 7),
    settled30: settled({}, 30),
    again30: settled({ again: 'within30' }, 30),
    settled90: settled({}, 90),
    again90: settled({ again: 'within90' }, 90),
  },
  rates: {
    again7Rate: ['again7', 'settled7'],
    again30Rate: ['again30', 'settled30'],
    again90Rate: ['again90', 'settled90'],
  },
  picture: { as: 'lines', of: ['again7Rate', 'again30Rate', 'again90Rate'] },
  headlines: ['again7Rate', 'settled'],
  funnels: [
    ['settled', 'settled7', 'again7'],
    ['settled', 'settled30', 'again30'],
    ['settled', 'settled90', 'again90'],
  ],
})

const unpaid = (arrears: string, ripeAfter?: number, money?: string): Behind => ({
  screen: 'repayPlan',
  days: 'originalDue',
  where: { arrears },
  ...(ripeAfter !== undefined && { ripeAfter }),
  ...(money !== undefined && { money }),
})
type DaysAfterDue = (typeof daysAfterDue)[number]
const atCloses = <Name extends string, Value>(
  name: (days: DaysAfterDue) => Name,
  value: (days: DaysAfterDue) => Value,
) => Object.fromEntries(daysAfterDue.map((days) => [name(days), value(days)])) as Record<Name, Value>

/** Of the instalments that first fell due on a day, what was unpaid of their principal how many days later. */
export const overdueMonitoring = report({
  name: 'overdueMonitoring',
  path: 'overdue_monitoring',
  rows: 'day',
  grained: true,
  filters: ['app', 'channel', 'product', 'basis'],
  figures: {
    instalments: unpaid('all'),
    principal: unpaid('all', undefined, 'instalments'),
    ...atCloses(
      (days) => `principal${days}` as const,
      (days) => unpaid('all', days, `instalments${days}`),
    ),
    ...atCloses(
      (days) => `unpaid${days}` as const,
      (days) => unpaid(`after${days}`, days, `late${days}`),
    ),
    ...atCloses(
      (days) => `instalments${days}` as const,
      (days) => unpaid('all', days),
    ),
    ...atCloses(
      (days) => `late${days}` as const,
      (days) => unpaid(`after${days}`, days),
    ),
    moved: unpaid('moved'),
  },
  rates: {
    ...atCloses(
      (days) => `unpaid${days}Rate` as const,
      (days) => [`unpaid${days}`, `principal${days}`] as const,
    ),
    ...atCloses(
      (days) => `late${days}Rate` as const,
      (days) => [`late${days}`, `instalments${days}`] as const,
    ),
  },
  picture: { as: 'lines', of: ['unpaid0Rate', 'unpaid7Rate', 'unpaid30Rate', 'unpaid90Rate'] },
  headlines: ['unpaid7Rate', 'unpaid0Rate'],
  extra: daysAfterDue.flatMap((days) => [
    `unpaid${days}`,
    `principal${days}`,
    `late${days}`,
    `instalments${days}`,
    `late${days}Rate`,
  ]),
  heat: daysAfterDue.map((days) => `unpaid${days}Rate`),
})

const outstanding = (age: string, money?: string): Behind => ({
  screen: 'orderList',
  days: 'balance',
  where: { age },
  ...(money !== undefined && { money }),
})
type AgeName = (typeof ages)[number]
const byAge = <Name extends string, Value>(name: (age: AgeName) => Name, value: (age: AgeName) => Value) =>
  Object.fromEntries(ages.map((age) => [name(age), value(age)])) as Record<Name, Value>

/** The outstanding principal at the close of each day by the age of its arrears, and what is over 90 days of it. */
export const overdueMonitoringTotal = report({
  name: 'overdueMonitoringTotal',
  path: 'overdue_monitoring_total',
  rows: 'day',
  atClose: true,
  grained: true,
  filters: ['app', 'channel', 'product'],
  figures: {
    outstanding: outstanding('outstanding', 'loans'),
    loans: outstanding('outstanding'),
    ...byAge(
      (age) => age,
      (age) => outstanding(age, `${age}Loans`),
    ),
    ...byAge(
      (age) => `${age}Loans` as const,
      (age) => outstanding(age),
    ),
    upTo90: outstanding('upTo90', 'upTo90Loans'),
    upTo90Loans: outstanding('upTo90'),
  },
  rates: { twp90: ['over90', 'outstanding'], tkb90: ['upTo90', 'outstanding'] },
  // The most that may be over 90 days stands against the lowest part.
  picture: { as: 'shares', of: ['over90', 'from61', 'from31', 'from8', 'from1', 'current'], limit: 500 },
  headlines: ['twp90', 'outstanding'],
  extra: [...ages.map((age) => `${age}Loans`), 'upTo90Loans'],
})

/** Of the outstanding principal of each age at the close of a month, how much had which age at the close of the next one. */
export const rollMatrix = endpoint({
  id: 'report.rollMatrix',
  interface: overdueMonitoringTotal.list.interface,
  method: 'POST',
  path: '/report/overdue_monitoring_total/rolls',
  permission: 'granted',
  unattended: true,
  body: overdueMonitoringTotal.standing.body,
  data: z.object({
    asOf,
    /** The last days of both months; the later one is the last that was over in the period. */
    ...period,
    /** `share` is of what had the earlier age, in basis points. */
    cells: z.array(
      z.object({ before: z.enum(ages), after: z.enum(rolledTo), principal: whole, loans: whole, share: whole }),
    ),
  }),
})
type Rolls = DataOf<typeof rollMatrix>
/** A cell with the days of its closes. */
export type Rolled = Rolls['cells'][number] & Pick<Rolls, 'from' | 'to'>

export const reports = {
  touristsRegisterToApply,
  conversionRate,
  channelConversionRate,
  passRate,
  borrowAgainRate,
  overdueMonitoring,
  overdueMonitoringTotal,
}
export type ReportName = keyof typeof reports
export type Report = Declared & { name: ReportName } & Pick<
    typeof conversionRate,
    'list' | 'count' | 'choices' | 'standing'
  >

/** The drawing of a report: the figure of its picture, and its headlines. */
export const drawnNames = ({ picture, headlines }: Pick<Report, 'picture' | 'headlines'>): string[] => [
  ...new Set([...picture.of, ...headlines]),
]

/** The last day that a figure counts: the last of the period, or the last that is old enough. */
export const ripeUntil = ({ ripeAfter }: Behind, { to, today }: Pick<ReportRow, 'to' | 'today'>): string => {
  const ripe = addDays(today, -(ripeAfter ?? 0) - 1)
  return ripeAfter === undefined || to < ripe ? to : ripe
}

/** The filter of the list behind a figure, in the words of its address, for a line of a report and its filters. */
export const behind = (
  { atClose }: Pick<Report, 'atClose'>,
  list: Behind,
  line: Pick<ReportRow, 'from' | 'to' | 'today'>,
  filter: Readonly<Partial<Record<FilterName, string>>>,
): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [list.as?.[name as FilterName] ?? name, value])),
  ...Object.fromEntries(Object.entries(list.where ?? {}).map(([name, value]) => [name, value === true ? '1' : value])),
  [list.days]: `${atClose ? line.to : line.from}..${ripeUntil(list, line)}`,
})
