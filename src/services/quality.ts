import * as z from 'zod/mini'
import { channels } from '../machines/contact.facts.ts'
import { longest } from './approval.ts'
import { answer, endpoint, nothing, text, whole } from './endpoint.ts'
import { longestText } from './order.ts'
import { impersonal } from './reveal.ts'

const instant = whole
const id = text(60)
const lead = text(40)
const staff = text(40)
const name = text(80)
const most = 20

/** `second`: checked, and waiting for a second check that must not see the first verdict. */
export const qualityStates = ['notChecked', 'second', 'passed', 'failed', 'appealed'] as const
export const ends = ['finished', 'invalid'] as const
export const causes = ['random', 'complaint'] as const
const yesNo = z.enum(['yes', 'no'])

const filters = {
  state: z.optional(z.enum(qualityStates)),
  seller: z.optional(staff),
  checker: z.optional(staff),
  cause: z.optional(z.enum(causes)),
  appealed: z.optional(yesNo),
  agrees: z.optional(yesNo),
  /** Who checked the visit first or second, where two did. */
  compared: z.optional(staff),
  phone: z.optional(text(longest.phone)),
  fullName: z.optional(text(longestText.name)),
  sampledFrom: z.optional(instant),
  sampledTo: z.optional(instant),
}

/** A sampled visit to a lead; the name and phone are masked, and a verdict is null until its second check. */
const quality = z.object({
  id,
  version: whole,
  state: z.enum(qualityStates),
  lead,
  name: z.string(),
  phone: z.string(),
  seller: z.string(),
  sellerName: z.string(),
  end: z.enum(ends),
  channel: z.nullable(z.enum(channels)),
  calledAt: z.nullable(instant),
  cause: z.enum(causes),
  complaint: z.nullable(z.string()),
  sampledAt: instant,
  checker: z.nullable(z.string()),
  checkerName: z.nullable(z.string()),
  checkedAt: z.nullable(instant),
  /** Of 100. */
  score: z.nullable(whole),
  missed: z.nullable(z.string()),
  fatal: z.nullable(z.string()),
  evidence: z.nullable(z.string()),
  secondName: z.nullable(z.string()),
  /** Whether the second checker came to the same verdict. */
  agrees: z.nullable(yesNo),
  appealedAt: z.nullable(instant),
  appeal: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
})
export type Quality = z.infer<typeof quality>

const at = z.strictObject({ sampledAt: instant, id })

/** A page of the sampled visits, the newest first unless `sort` differs; `next` continues it. */
export const list = endpoint({
  id: 'quality.list',
  method: 'POST',
  path: '/telemarketing/checks/list',
  permission: 'granted',
  body: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(['sampledAt', '-sampledAt'])),
    after: z.optional(at),
    limit: z.optional(whole.check(z.minimum(1), z.maximum(200))),
  }),
  data: z.object({ rows: z.array(quality), next: z.nullable(at) }),
})

/** The number of visits that match, exact up to 10,000 or on request. */
export const count = endpoint({
  id: 'quality.count',
  interface: 'quality.list',
  method: 'POST',
  path: '/telemarketing/checks/count',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ ...filters, exact: z.optional(z.boolean()) }),
  data: z.object({ count: whole, capped: z.boolean() }),
})

const person = z.object({ id: z.string(), name: z.string() })

/** The options of the list's filters. */
export const choices = endpoint({
  id: 'quality.choices',
  interface: 'quality.list',
  method: 'GET',
  path: '/telemarketing/checks/choices',
  permission: 'granted',
  body: nothing,
  data: z.object({ sellers: z.array(person), checkers: z.array(person) }),
})

/** How well each seller's visits passed, and how far each checker agrees with the others, over the visits of a period. */
export const figures = endpoint({
  id: 'quality.figures',
  interface: 'quality.list',
  method: 'POST',
  path: '/telemarketing/checks/figures',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ sampledFrom: z.optional(instant), sampledTo: z.optional(instant) }),
  data: z.object({
    sellers: z.array(z.object({ ...person.shape, passed: whole, failed: whole })),
    checkers: z.array(z.object({ ...person.shape, checked: whole, agreed: whole, differed: whole })),
  }),
})

/** One sampled visit with its scorecard and history. The history of a first verdict is left out until the second. */
export const detail = endpoint({
  id: 'quality.detail',
  interface: 'quality.list',
  method: 'POST',
  path: '/telemarketing/checks/detail',
  permission: 'granted',
  unattended: true,
  body: z.strictObject({ id }),
  data: z.object({
    row: quality,
    /** Who checked it. */
    checkers: z.array(z.string()),
    pass: whole,
    /** The days for which a failed check can be appealed. */
    appealDays: whole,
    items: z.array(z.object({ name: z.string(), weight: whole, fatal: z.boolean() })),
    history: z.array(
      z.object({
        version: whole,
        type: z.string(),
        state: z.string(),
        by: z.string(),
        byName: z.string(),
        at: whole,
        details: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
})
export type QualityRecord = z.infer<typeof detail.data>

/** Samples the last visit to a lead because somebody complained of it; adds the complaint to a visit that is sampled. */
export const complain = endpoint({
  id: 'quality.complain',
  method: 'POST',
  path: '/telemarketing/checks/complain',
  permission: 'granted',
  body: z.strictObject({ version: whole, lead, complaint: impersonal(300) }),
  data: answer,
})

/** A command on one visit: its name, the path below `/telemarketing/checks/`, its right, and what its form says. */
const command = <Fields extends z.core.$ZodLooseShape>(name: string, path: string, right: string, fields: Fields) =>
  endpoint({
    id: `quality.${name}`,
    interface: `quality.${right}`,
    method: 'POST',
    path: `/telemarketing/checks/${path}`,
    permission: 'granted',
    body: z.strictObject({ id, version: whole, ...fields }),
    data: answer,
  })
const missed = z.array(name).check(
  z.maxLength(most, 'tooMany'),
  z.refine((all) => new Set(all).size === all.length, 'twice'),
)
const marks = { missed }
const fault = { missed: missed.check(z.minLength(1, 'required')), evidence: impersonal(300) }
export const pass = command('check', 'pass', 'check', marks)
export const fail = command('fail', 'fail', 'check', fault)
export const passSecond = command('passSecond', 'second/pass', 'check', marks)
export const failSecond = command('failSecond', 'second/fail', 'check', fault)
export const appeal = command('appeal', 'appeal', 'appeal', { reason: impersonal(300) })
export const uphold = command('uphold', 'appeal/uphold', 'check', marks)
export const dismiss = command('dismiss', 'appeal/dismiss', 'check', fault)
export const addComplaint = command('addComplaint', 'add_complaint', 'complain', { complaint: impersonal(300) })

/** The endpoint of each event that staff may fire. */
export const commands = {
  complained: complain,
  complaintAdded: addComplaint,
  checkPassed: pass,
  checkFailed: fail,
  secondPassed: passSecond,
  secondFailed: failSecond,
  appealed: appeal,
  appealUpheld: uphold,
  appealDismissed: dismiss,
}
