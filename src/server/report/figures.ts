import { type RawBuilder, sql } from 'kysely'
import { ages, daysAfterDue } from '../../machines/loan.course.ts'
import type { ReportName, reports } from '../../services/report.ts'
import { channelCosts } from '../lists/channels.ts'
import type { Counter } from '../store/counter.ts'
import { ageCounter, columnsOf } from './ages.ts'
import { applicationCounter } from './applications.ts'
import { borrowerCounter } from './borrowers.ts'
import { decisionCounter } from './decisions.ts'
import { instalmentCounter } from './instalments.ts'
import { visitorCounter } from './visitors.ts'

/** Where a report's figures come from: a roll-up, and the sum of it that each figure is. */
export type Source<Figure extends string = string> = {
  counter: Counter
  table: string
  /** Holds changes, of which a figure is the sum up to a day; `table` has those of days, this one of whole months. */
  months?: string
  /** SQL: what is read in place of the table, on a day. */
  counted?: (today: string) => RawBuilder<unknown>
  /** SQL: a join whose columns the figures use. */
  joined?: RawBuilder<unknown>
  figures: Readonly<Record<Figure, RawBuilder<unknown>>>
}

type FigureOf<Name extends ReportName> = keyof (typeof reports)[Name]['figures'] & string

const applications = {
  counter: applicationCounter,
  table: 'report_application',
  figures: {
    applied: sql`applied`,
    machine: sql`machine`,
    first: sql`first`,
    final: sql`final`,
    paid: sql`paid`,
    undecided: sql`undecided`,
  },
}

const of = (stage: string, figure: RawBuilder<unknown>) => sql`case stage when ${stage} then ${figure} else 0 end`
const decided = sql`passed + rejected`
const passed = sql`passed`

type AfterDue<Name extends string> = `${Name}${(typeof daysAfterDue)[number]}`
/** The figures of a name at each close after the due day. */
const afterDue = <Name extends string>(name: Name, of: (days: number) => RawBuilder<unknown>) =>
  Object.fromEntries(daysAfterDue.map((days) => [`${name}${days}`, of(days)])) as Record<
    AfterDue<Name>,
    RawBuilder<unknown>
  >

type Arrears = Exclude<(typeof ages)[number], 'writtenOff'>
const outstanding = ages.filter((age): age is Arrears => age !== 'writtenOff')
const ofAges = (some: readonly (typeof ages)[number][], what: 'principal' | 'loans') =>
  sql.join(
    some.map((age) => sql.ref(columnsOf(age)[what])),
    sql` + `,
  )
const inTime = outstanding.filter((age) => age !== 'over90')
const byAge = Object.fromEntries(
  ages.flatMap((age) => [
    [age, ofAges([age], 'principal')],
    [`${age}Loans`, ofAges([age], 'loans')],
  ]),
) as Record<(typeof ages)[number] | `${(typeof ages)[number]}Loans`, RawBuilder<unknown>>

export const sources: { readonly [Name in ReportName]: Source<FigureOf<Name>> } = {
  touristsRegisterToApply: {
    counter: visitorCounter,
    table: 'report_visitor',
    figures: {
      devices: sql`devices`,
      registered: sql`registered`,
      devices7: sql`devices`,
      applied7: sql`applied7`,
      devices30: sql`devices`,
      applied30: sql`applied30`,
    },
  },
  conversionRate: applications,
  channelConversionRate: {
    ...applications,
    counted: (today) => sql`(
      select day, app, channel, product, customer_type, applied, machine, first, final, paid, undecided, 0 as due, 0 as late
      from report_application
      union all
      select day, app, channel, product, customer_type, 0, 0, 0, 0, 0, 0, loans, late from report_first where due < ${today}
    ) one`,
    joined: sql`left join ${channelCosts} price
      on price.code = channel and price.from_day <= day and day < price.until_day`,
    figures: {
      ...applications.figures,
      cost: sql`applied * coalesce(per_application, 0)`,
      firstDue: sql`due`,
      firstLate: sql`late`,
    },
  },
  passRate: {
    counter: decisionCounter,
    table: 'report_decision',
    figures: {
      machineDecided: of('machine', decided),
      machinePassed: of('machine', passed),
      machineReferred: of('machine', sql`referred`),
      firstDecided: of('first', decided),
      firstPassed: of('first', passed),
      finalDecided: of('final', decided),
      finalPassed: of('final', passed),
      returned: of('returned', sql`aside`),
      withdrawn: of('closed', sql`aside`),
    },
  },
  borrowAgainRate: {
    counter: borrowerCounter,
    table: 'report_borrower',
    figures: {
      settled: sql`settled`,
      settled7: sql`settled`,
      again7: sql`again7`,
      settled30: sql`settled`,
      again30: sql`again30`,
      settled90: sql`settled`,
      again90: sql`again90`,
    },
  },
  overdueMonitoringTotal: {
    counter: ageCounter,
    table: 'report_age',
    months: 'report_age_month',
    figures: {
      outstanding: ofAges(outstanding, 'principal'),
      loans: ofAges(outstanding, 'loans'),
      upTo90: ofAges(inTime, 'principal'),
      upTo90Loans: ofAges(inTime, 'loans'),
      ...byAge,
    },
  },
  overdueMonitoring: {
    counter: instalmentCounter,
    table: 'report_due',
    figures: {
      instalments: sql`instalments`,
      moved: sql`moved`,
      principal: sql`principal`,
      ...afterDue('unpaid', (days) => sql.ref(`unpaid${days}`)),
      ...afterDue('late', (days) => sql.ref(`late${days}`)),
      ...afterDue('principal', () => sql`principal`),
      ...afterDue('instalments', () => sql`instalments`),
    },
  },
}
