import { assign, setup } from 'xstate'
import {
  type DeadlineFact,
  effect,
  type Fact,
  guardsOf,
  onPayload,
  type Payload,
  type TransitionMeta,
} from './kernel.ts'
import { asker, begun, ended, failed, type LongJob, timedOut } from './longJob.ts'

/** The requested file. A filter that contains personal data is stored outside the events (`narrowed`). */
type Wanted = {
  list: string
  title: string
  filter: Readonly<Record<string, unknown>>
  narrowed: boolean
  columns: string[]
  format: 'xlsx' | 'csv'
  language: 'id' | 'en' | 'zh'
  /** With unmasked customer data. */
  unmasked?: boolean
}
type Written = {
  file: string
  name: string
  rows: number
  bytes: number
  /**
   * The lending apps whose orders the requester could see at that time; null for all apps, also when the event lacks
   * the field.
   */
  reach?: readonly string[] | null
}

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type ExportEvent =
  | Did<'exportRequested', Wanted & { rows: number; limit: number }>
  | Did<'exportPlanned', Wanted & { asker: string; plan: string; rows: number; limit: number }>
  | Did<'exportBegun', { runTtl: number }>
  | Did<'exportFinished', Written & { fileTtl: number }>
  | Did<'exportFailed', { reason: 'notPermitted' | 'tooManyRows' }>
  | Did<'exportCancelled'>
  | DeadlineFact<'exportTimedOut' | 'exportExpired'>

export type Export = LongJob & {
  wanted: Wanted | null
  /** The number of rows written; before that, the number of rows in the list at the request. */
  rows: number
  file: Written | null
  fileDue: number
  /** The plan that sends it; null where its reader asked for it. */
  plan: string | null
}

type About = { context: Export; event: Payload<ExportEvent> }

const rules = {
  asker,
  withinLimit: onPayload(({ event }: About) => event.rows! <= event.limit!),
}

const wantedIn = ({ list, title, filter, narrowed, columns, format, language, unmasked }: Wanted): Wanted => ({
  list,
  title,
  filter,
  narrowed,
  columns,
  format,
  language,
  ...(unmasked && { unmasked }),
})

const cancel = { interface: 'export.cancel' }

/** A list as a file: requested, or planned for every morning, written in the background, and kept until it expires. */
export const exportMachine = setup({
  types: {} as { context: Export; events: ExportEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { runDue: ({ context }) => context.runDue, fileDue: ({ context }) => context.fileDue },
  actions: { beginExport: effect, runExport: effect, dropExport: effect },
}).createMachine({
  id: 'export',
  version: '3',
  initial: 'new',
  context: {
    asker: '',
    wanted: null,
    rows: 0,
    file: null,
    reason: null,
    requestedAt: 0,
    endedAt: null,
    runDue: 0,
    fileDue: 0,
    plan: null,
  },
  states: {
    new: {
      tags: 'way',
      on: {
        exportRequested: {
          target: 'requested',
          guard: 'withinLimit',
          meta: { interface: 'export.request' },
          actions: [
            assign(({ event: { by, at, rows, ...event } }) => ({
              asker: by,
              wanted: wantedIn(event),
              rows,
              requestedAt: at,
            })),
            'beginExport',
          ],
        },
        exportPlanned: {
          target: 'requested',
          guard: 'withinLimit',
          actions: [
            assign(({ event: { asker: reader, at, rows, plan, ...event } }) => ({
              asker: reader,
              wanted: wantedIn(event),
              rows,
              requestedAt: at,
              plan,
            })),
            'beginExport',
          ],
        },
      },
    },

    requested: {
      tags: 'way',
      on: {
        exportBegun: {
          target: 'running',
          actions: [assign(begun), 'runExport'],
        },
        exportCancelled: {
          target: 'cancelled',
          guard: 'asker',
          meta: cancel,
          actions: [assign(ended), 'dropExport'],
        },
      },
    },

    running: {
      tags: 'way',
      on: {
        exportFinished: {
          target: 'ready',
          meta: { tone: 'success' },
          actions: assign(({ event: { at, file, name, rows, bytes, reach = null, fileTtl } }) => ({
            file: { file, name, rows, bytes, reach },
            rows,
            endedAt: at,
            fileDue: at + fileTtl,
          })),
        },
        exportFailed: {
          target: 'failed',
          actions: [assign(failed), 'dropExport'],
        },
        exportTimedOut: {
          target: 'failed',
          meta: { after: 'runDue' },
          actions: [assign(timedOut), 'dropExport'],
        },
        exportCancelled: {
          target: 'cancelled',
          guard: 'asker',
          meta: cancel,
          actions: [assign(ended), 'dropExport'],
        },
      },
    },

    ready: {
      tags: 'goal',
      on: {
        exportExpired: { target: 'expired', meta: { after: 'fileDue' }, actions: 'dropExport' },
      },
    },

    expired: {},
    failed: {},
    cancelled: {},
  },
})
