import * as z from 'zod/mini'
import { planFormats } from '../machines/reportPlan.ts'
import { reports as names } from '../machines/routes.ts'
import { answer, type Endpoint, endpoint, nothing, text, whole } from './endpoint.ts'
import { daily } from './recovery.ts'
import { reports } from './report.ts'

const instant = whole
const id = text(40)
const role = z.string().check(z.regex(/^\d{1,9}$/, 'choice'))

/** The list of each report that can be sent, with what narrows it besides its days. */
export const sendable: Readonly<
  Record<(typeof names)[number], { list: Endpoint; filter: Readonly<Record<string, string>> }>
> = {
  touristsRegisterToApply: { list: reports.touristsRegisterToApply.list, filter: {} },
  conversionRate: { list: reports.conversionRate.list, filter: {} },
  channelConversionRate: { list: reports.channelConversionRate.list, filter: {} },
  passRate: { list: reports.passRate.list, filter: {} },
  borrowAgainRate: { list: reports.borrowAgainRate.list, filter: {} },
  overdueMonitoring: { list: reports.overdueMonitoring.list, filter: {} },
  overdueMonitoringTotal: { list: reports.overdueMonitoringTotal.list, filter: {} },
  placeRecovery: { list: daily.list, filter: { by: 'province' } },
}

export const reportPlanStates = ['active', 'stopped'] as const
/** The most days that a sent file has: a year. */
const mostSent = 366

const filters = { state: z.optional(z.enum(reportPlanStates)), report: z.optional(z.enum(names)) }

const reportPlan = z.object({
  id,
  version: whole,
  state: z.enum(reportPlanStates),
  report: z.enum(names),
  role: z.string(),
  roleName: z.string(),
  days: whole,
  /** 'HH:MM' in Jakarta. */
  time: z.string(),
  format: z.enum(planFormats),
  author: z.object({ id: z.string(), name: z.string() }),
  createdAt: instant,
  /** When it sends the next files, while it is active. */
  morningDue: z.nullable(instant),
  /** The files of the last day, those of the role who may not have them, and the days before it without files. */
  last: z.nullable(z.object({ day: z.string(), files: whole, denied: whole, unsent: whole })),
})
export type ReportPlanRow = z.infer<typeof reportPlan>

const at = z.object({ createdAt: instant, id })

/** A page of the reports that are sent, the newest plan first unless `sort` differs; `next` continues it. */
export const list = endpoint({
  id: 'reportPlan.list',
  method: 'POST',
  path: '/report/plans/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['createdAt', '-createdAt'])),
    after: z.optional(at),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(reportPlan), next: z.nullable(at) }),
})

/** The number of plans that match, exact up to 10,000 or on request. */
export const count = endpoint({
  id: 'reportPlan.count',
  interface: 'reportPlan.list',
  method: 'POST',
  path: '/report/plans/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean() }),
})

/** The roles that a report can be sent to. */
export const choices = endpoint({
  id: 'reportPlan.choices',
  interface: 'reportPlan.make',
  method: 'GET',
  path: '/report/plans/choices',
  permission: 'granted',
  body: nothing,
  data: z.object({ roles: z.array(z.object({ id: z.string(), name: z.string() })) }),
})

/** Sends a report that the caller may open and export to the people of a role that may do so as well. */
export const make = endpoint({
  id: 'reportPlan.make',
  method: 'POST',
  path: '/report/plans/make',
  permission: 'granted',
  body: z.strictObject({
    version: whole,
    report: z.enum(names),
    role,
    days: whole.check(z.minimum(1, 'range'), z.maximum(mostSent, 'range')),
    time: z.string().check(z.trim(), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time')),
    format: z.enum(planFormats),
  }),
  data: answer,
})

export const stop = endpoint({
  id: 'reportPlan.stop',
  method: 'POST',
  path: '/report/plans/stop',
  permission: 'granted',
  body: z.strictObject({ id, version: whole }),
  data: answer,
})

/** The endpoint of each event that staff may fire. */
export const commands = { reportPlanMade: make, reportPlanStopped: stop }
