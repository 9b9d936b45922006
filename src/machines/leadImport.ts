import { assign, setup } from 'xstate'
import type { ContactChannel } from './contact.facts.ts'
import {
  type DeadlineFact,
  effect,
  type Fact,
  guardsOf,
  onPayload,
  type Payload,
  type TransitionMeta,
} from './kernel.ts'
import { asker, begun, ended, type LongJob, timedOut } from './longJob.ts'

/** The rows of the file: those that are leads, those of a phone that an earlier row has, and those with an error. */
type Read = { format: 'xlsx' | 'csv'; rows: number; doubled: number; wrong: number; limit: number }
/** `channels`: those that the people agreed to by the proof; imports from before they were asked for have none. */
type Origin = { batch: string; source: string; proof: string; channels?: readonly ContactChannel[] }
/** The imported rows by their result. */
export type ImportCounts = { imported: number; repeated: number; customers: number; barred: number }

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type LeadImportEvent =
  | Did<'leadsStaged', Read & Origin & { stagedTtl: number }>
  | Did<'importConfirmed', { runTtl: number }>
  | Did<'importDropped'>
  | Did<'importFinished', ImportCounts>
  | DeadlineFact<'importForgotten' | 'importTimedOut'>

export type LeadImport = LongJob & {
  origin: Origin | null
  read: Omit<Read, 'limit'> | null
  counts: ImportCounts | null
  /** The instant until which the rows wait for a decision. */
  stagedDue: number
}

type About = { context: LeadImport; event: Payload<LeadImportEvent> }

const rules = {
  asker,
  withinLimit: onPayload(({ event }: About) => event.rows! <= event.limit!),
  hasRows: ({ context }: About) => context.read!.rows > 0,
}

const all = (...params: (keyof typeof rules)[]) => ({ type: 'all' as const, params })

/** Leads of a file: read and looked at first, and imported once somebody confirms what was read. */
export const leadImportMachine = setup({
  types: {} as { context: LeadImport; events: LeadImportEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { runDue: ({ context }) => context.runDue, stagedDue: ({ context }) => context.stagedDue },
  actions: { runImport: effect, dropLeads: effect },
}).createMachine({
  id: 'leadImport',
  version: '1',
  initial: 'new',
  context: {
    asker: '',
    reason: null,
    requestedAt: 0,
    endedAt: null,
    runDue: 0,
    origin: null,
    read: null,
    counts: null,
    stagedDue: 0,
  },
  states: {
    new: {
      tags: 'way',
      on: {
        leadsStaged: {
          target: 'staged',
          guard: 'withinLimit',
          meta: { interface: 'lead.import' },
          actions: assign(({ event }) => {
            const { by, at, format, rows, doubled, wrong, batch, source, proof, channels, stagedTtl } = event
            return {
              asker: by,
              requestedAt: at,
              origin: { batch, source, proof, ...(channels && { channels }) },
              read: { format, rows, doubled, wrong },
              stagedDue: at + stagedTtl,
            }
          }),
        },
      },
    },

    staged: {
      tags: 'way',
      on: {
        importConfirmed: {
          target: 'running',
          guard: all('asker', 'hasRows'),
          meta: { interface: 'lead.import', tone: 'success' },
          actions: [assign(begun), 'runImport'],
        },
        importDropped: {
          target: 'dropped',
          guard: 'asker',
          meta: { interface: 'lead.import' },
          actions: [assign(ended), 'dropLeads'],
        },
        importForgotten: { target: 'dropped', meta: { after: 'stagedDue' }, actions: [assign(ended), 'dropLeads'] },
      },
    },

    running: {
      tags: 'way',
      on: {
        importFinished: {
          target: 'done',
          meta: { tone: 'success' },
          actions: [
            assign(({ event: { at, imported, repeated, customers, barred } }) => ({
              endedAt: at,
              counts: { imported, repeated, customers, barred },
            })),
            'dropLeads',
          ],
        },
        importTimedOut: { target: 'failed', meta: { after: 'runDue' }, actions: [assign(timedOut), 'dropLeads'] },
      },
    },

    done: { tags: 'goal' },
    dropped: {},
    failed: {},
  },
})
