import { assign, setup } from 'xstate'
import { effect, type Fact, guardsOf, onPayload, type Payload, type TransitionMeta } from './kernel.ts'
import { asker, ended } from './longJob.ts'

/**
 * One command for many rows of a list: the selected rows, or (`filter`) all rows that match when the keys are
 * collected.
 */
type Wanted = {
  list: string
  title: string
  command: string
  said: Readonly<Record<string, unknown>>
  filter: Readonly<Record<string, unknown>> | null
}

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type BulkEvent =
  | Did<'bulkRequested', Wanted & { rows: number; limit: number }>
  | Did<'bulkBegun', { rows: number }>
  | Did<'bulkFinished', { done: number; refused: number }>
  | Did<'bulkCancelled'>

export type Bulk = {
  asker: string
  wanted: Wanted | null
  rows: number
  result: { done: number; refused: number } | null
  requestedAt: number
  endedAt: number | null
}

type About = { context: Bulk; event: Payload<BulkEvent> }

const rules = {
  asker,
  someRows: onPayload(({ event }: About) => event.rows! > 0),
  withinLimit: onPayload(({ event }: About) => event.rows! <= event.limit!),
}

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })
const cancel = { interface: 'bulk.cancel' }

/** One command applied to many records in turn. The result of each record is stored beside the events. */
export const bulkMachine = setup({
  types: {} as { context: Bulk; events: BulkEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  actions: { collectRows: effect, runBulk: effect },
}).createMachine({
  id: 'bulk',
  version: '1',
  initial: 'new',
  context: { asker: '', wanted: null, rows: 0, result: null, requestedAt: 0, endedAt: null },
  states: {
    new: {
      tags: 'way',
      on: {
        bulkRequested: {
          target: 'requested',
          guard: all('someRows', 'withinLimit'),
          meta: { interface: 'bulk.request' },
          actions: [
            assign(({ event: { by, at, rows, list, title, command, said, filter } }) => ({
              asker: by,
              wanted: { list, title, command, said, filter },
              rows,
              requestedAt: at,
            })),
            'collectRows',
          ],
        },
      },
    },

    requested: {
      tags: 'way',
      on: {
        bulkBegun: { target: 'running', actions: [assign(({ event }) => ({ rows: event.rows })), 'runBulk'] },
        bulkCancelled: { target: 'cancelled', guard: 'asker', meta: cancel, actions: assign(ended) },
      },
    },

    running: {
      tags: 'way',
      on: {
        bulkFinished: {
          target: 'done',
          meta: { tone: 'success' },
          actions: assign(({ event: { at, done, refused } }) => ({ result: { done, refused }, endedAt: at })),
        },
        bulkCancelled: { target: 'cancelled', guard: 'asker', meta: cancel, actions: assign(ended) },
      },
    },

    done: { tags: 'goal' },
    cancelled: {},
  },
})
