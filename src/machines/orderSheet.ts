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

type Wanted = { format: 'xlsx' | 'csv'; language: 'id' | 'en' | 'zh' }
/**
 * Row counts: rows that name a known order, an unknown order, an order of an earlier row, and rows without an order
 * number.
 */
export type Counts = { known: number; unknown: number; duplicate: number; invalid: number }
type Written = {
  file: string
  name: string
  bytes: number
  /** The apps whose orders the file may contain; null, or absent in older events, for all apps. */
  reach?: readonly string[] | null
}

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type OrderSheetEvent =
  | Did<'sheetRequested', Wanted & { rows: number; limit: number }>
  | Did<'sheetBegun', { runTtl: number }>
  | Did<'sheetFinished', Written & Counts & { fileTtl: number }>
  | Did<'sheetFailed', { reason: 'notPermitted' }>
  | Did<'sheetCancelled'>
  | DeadlineFact<'sheetTimedOut' | 'sheetExpired'>

export type OrderSheet = LongJob & {
  wanted: Wanted | null
  rows: number
  counts: Counts | null
  file: Written | null
  fileDue: number
}

type About = { context: OrderSheet; event: Payload<OrderSheetEvent> }

const rules = {
  asker,
  withinLimit: onPayload(({ event }: About) => event.rows! <= event.limit!),
}

const cancel = { interface: 'order.uploadSheet' }

/**
 * Order numbers from a spreadsheet: uploaded, looked up in the background, and returned as a file that is kept until it
 * expires.
 */
export const orderSheetMachine = setup({
  types: {} as { context: OrderSheet; events: OrderSheetEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { runDue: ({ context }) => context.runDue, fileDue: ({ context }) => context.fileDue },
  actions: { beginSheet: effect, runSheet: effect, dropSheet: effect },
}).createMachine({
  id: 'orderSheet',
  version: '2',
  initial: 'new',
  context: {
    asker: '',
    wanted: null,
    rows: 0,
    counts: null,
    file: null,
    reason: null,
    requestedAt: 0,
    endedAt: null,
    runDue: 0,
    fileDue: 0,
  },
  states: {
    new: {
      tags: 'way',
      on: {
        sheetRequested: {
          target: 'requested',
          guard: 'withinLimit',
          meta: { interface: 'order.uploadSheet' },
          actions: [
            assign(({ event: { by, at, rows, format, language } }) => ({
              asker: by,
              wanted: { format, language },
              rows,
              requestedAt: at,
            })),
            'beginSheet',
          ],
        },
      },
    },

    requested: {
      tags: 'way',
      on: {
        sheetBegun: {
          target: 'running',
          actions: [assign(begun), 'runSheet'],
        },
        sheetCancelled: { target: 'cancelled', guard: 'asker', meta: cancel, actions: [assign(ended), 'dropSheet'] },
      },
    },

    running: {
      tags: 'way',
      on: {
        sheetFinished: {
          target: 'ready',
          meta: { tone: 'success' },
          actions: assign(
            ({ event: { at, file, name, bytes, reach = null, known, unknown, duplicate, invalid, fileTtl } }) => ({
              file: { file, name, bytes, reach },
              counts: { known, unknown, duplicate, invalid },
              endedAt: at,
              fileDue: at + fileTtl,
            }),
          ),
        },
        sheetFailed: {
          target: 'failed',
          actions: [assign(failed), 'dropSheet'],
        },
        sheetTimedOut: {
          target: 'failed',
          meta: { after: 'runDue' },
          actions: [assign(timedOut), 'dropSheet'],
        },
        sheetCancelled: { target: 'cancelled', guard: 'asker', meta: cancel, actions: [assign(ended), 'dropSheet'] },
      },
    },

    ready: {
      tags: 'goal',
      on: { sheetExpired: { target: 'expired', meta: { after: 'fileDue' }, actions: 'dropSheet' } },
    },

    expired: {},
    failed: {},
    cancelled: {},
  },
})
