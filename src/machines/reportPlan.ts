import { assign, setup } from 'xstate'
import { addDays, businessDay, daysBetween, nextAt } from './calendar.ts'
import {
  type DeadlineFact,
  effect,
  type Fact,
  guardsOf,
  onPayload,
  type Payload,
  type TransitionMeta,
} from './kernel.ts'

export const planFormats = ['xlsx', 'csv'] as const

/** Which report goes to the people of which role, over how many finished days, and at what hour. */
export type ReportPlanTerms = {
  report: string
  /** The id of a role. */
  role: string
  days: number
  /** 'HH:MM' in Jakarta. */
  time: string
  format: (typeof planFormats)[number]
}
/** The files of a day, and the people of the role who may not have the report. */
type Sent = { day: string; files: number; denied: number }

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type ReportPlanEvent =
  | Did<'reportPlanMade', ReportPlanTerms & { permitted: boolean }>
  | DeadlineFact<'morningCame'>
  | Did<'reportsSent', Sent>
  | Did<'reportPlanStopped'>

export type ReportPlan = {
  terms: ReportPlanTerms | null
  author: string
  createdAt: number
  /** The instant at which it sends the next files. */
  morningDue: number
  /** The day whose files are being sent, or were sent last. */
  day: string | null
  /** The first day that was promised files and has none yet. */
  promised: string
  /** The result of the last day, and the number of days before it without files because no server ran. */
  last: (Sent & { unsent: number }) | null
}

type About = { context: ReportPlan; event: Payload<ReportPlanEvent> }

const rules = {
  roleMayOpen: onPayload(({ event }: About) => event.permitted === true),
}

/**
 * A report that is sent: every morning it becomes a file for each person of a role, in that person's own list of files.
 * A morning that no server saw is made up for while its day lasts; the event of the next files counts the others.
 */
export const reportPlanMachine = setup({
  types: {} as { context: ReportPlan; events: ReportPlanEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { morningDue: ({ context }) => context.morningDue },
  actions: { sendReports: effect },
}).createMachine({
  id: 'reportPlan',
  version: '1',
  initial: 'new',
  context: { terms: null, author: '', createdAt: 0, morningDue: 0, day: null, promised: '', last: null },
  states: {
    new: {
      tags: 'way',
      on: {
        reportPlanMade: {
          target: 'active',
          guard: 'roleMayOpen',
          meta: { interface: 'reportPlan.make', asks: ['report', 'role', 'days', 'time', 'format'] },
          actions: assign(({ event: { report, role, days, time, format, by, at } }) => ({
            terms: { report, role, days, time, format },
            author: by,
            createdAt: at,
            morningDue: nextAt(time, at),
            promised: businessDay(nextAt(time, at)),
          })),
        },
      },
    },

    active: {
      tags: 'goal',
      on: {
        morningCame: {
          meta: { after: 'morningDue' },
          actions: [
            assign(({ context, event }) => ({
              day: businessDay(event.at),
              morningDue: nextAt(context.terms!.time, event.at),
            })),
            'sendReports',
          ],
        },
        reportsSent: {
          meta: { tone: 'success' },
          actions: assign(({ context, event: { day, files, denied } }) => ({
            promised: addDays(day, 1),
            last: { day, files, denied, unsent: daysBetween(context.promised, day) },
          })),
        },
        reportPlanStopped: { target: 'stopped', meta: { interface: 'reportPlan.stop', tone: 'danger' } },
      },
    },

    stopped: {},
  },
})
