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
import { begun, ended, failed, timedOut } from './longJob.ts'

/** Totals of a file: days 'YYYY-MM-DD', balances and sums in rupiah. */
export type StatementTotals = {
  lines: number
  from: string
  to: string
  start: number
  end: number
  credits: number
  debits: number
  /** Movements that the bank had not booked yet, and that were left out. */
  pending?: number
}
/**
 * The account's state when a file is confirmed: its last file, line number, closing balance and day, and the files being
 * appended. Of this file it counts the transactions that are known already, and the earlier days still to be checked.
 */
type Following = {
  follows: string
  lastLine: number
  lastEnd: number | null
  lastDay: string | null
  appending: number
  known: number
  shutDays: number
  earlier: number
}
type Language = 'id' | 'en' | 'zh'
type Format = 'csv' | 'xlsx' | 'mt940'

type Did<Type extends string, More = unknown> = Fact & { type: Type } & More
export type BankStatementEvent =
  | Did<'statementUploaded', { account: string; bytes: number; language: Language; of?: string }>
  | Did<'statementBegun', { runTtl: number }>
  | Did<'statementStaged', StatementTotals & { format: Format; previewTtl: number }>
  | Did<
      'partStaged',
      StatementTotals & {
        account: string
        uploader: string
        language: Language
        of: string
        uploadedAt: number
        format: Format
        previewTtl: number
      }
    >
  | Did<'statementRefused', { reason: string; errors: number }>
  | Did<'layoutUnknown', { previewTtl: number }>
  | Did<'statementReread'>
  | Did<'statementFailed', { reason: 'notPermitted' }>
  | Did<'statementConfirmed', Following>
  | Did<'statementAppended'>
  | Did<'pendingMissed', { missed: number }>
  | Did<'pendingCame'>
  | Did<'pendingSettled', { note: string }>
  | Did<'statementCancelled'>
  | DeadlineFact<'statementTimedOut' | 'statementLapsed'>

export type BankStatement = {
  account: string
  uploader: string
  /** The file that it was found in: one of several accounts or days becomes a file for each; null for what was uploaded. */
  of: string | null
  language: Language
  format: Format | null
  totals: StatementTotals | null
  /** The previous file of the account; '' for the first file. */
  follows: string | null
  /** The number of the account's last line at that time. */
  lastLine: number
  reason: string | null
  errors: number
  /** The fate of movements that were left out of it and did not come. */
  note: string
  uploadedAt: number
  endedAt: number | null
  runDue: number
  previewDue: number
}

type About = { context: BankStatement; event: Payload<BankStatementEvent> }

const rules = {
  uploader: ({ context, event }: About) => context.uploader === event.by,
  noneAppending: onPayload(({ event }: About) => event.appending === 0),
  followsLast: onPayload(
    ({ context: { totals }, event: { lastEnd, lastDay } }: About) =>
      lastEnd === null || (totals!.start === lastEnd && totals!.from >= lastDay!),
  ),
  newTransactions: onPayload(({ event }: About) => event.known === 0),
  daysOpen: onPayload(({ event }: About) => event.shutDays === 0),
  // Files of one day were once confirmed without the number.
  daysInOrder: onPayload(({ event }: About) => !event.earlier),
}

const cancel = { interface: 'bankStatement.cancel', tone: 'danger' } as const
const totalsOf = ({ lines, from, to, start, end, credits, debits, pending }: StatementTotals): StatementTotals => ({
  lines,
  from,
  to,
  start,
  end,
  credits,
  debits,
  ...(pending && { pending }),
})

/**
 * A bank statement file: parsed in the background, checked by its uploader, and appended to the account whole or not at
 * all. Each further day of an MT940 file is a file of its own.
 */
export const bankStatementMachine = setup({
  types: {} as { context: BankStatement; events: BankStatementEvent; transitionMeta: TransitionMeta },
  guards: guardsOf(rules),
  delays: { runDue: ({ context }) => context.runDue, previewDue: ({ context }) => context.previewDue },
  actions: {
    beginStatement: effect,
    readStatement: effect,
    appendLines: effect,
    matchLines: effect,
    seekPending: effect,
    dropStatement: effect,
  },
}).createMachine({
  id: 'bankStatement',
  version: '3',
  initial: 'new',
  context: {
    account: '',
    uploader: '',
    of: null,
    language: 'id',
    format: null,
    totals: null,
    follows: null,
    lastLine: 0,
    reason: null,
    errors: 0,
    note: '',
    uploadedAt: 0,
    endedAt: null,
    runDue: 0,
    previewDue: 0,
  },
  states: {
    new: {
      tags: 'way',
      on: {
        statementUploaded: {
          target: 'uploaded',
          meta: { interface: 'bankStatement.upload' },
          actions: [
            assign(({ event: { by, at, account, language, of = null } }) => ({
              account,
              uploader: by,
              of,
              language,
              uploadedAt: at,
            })),
            'beginStatement',
          ],
        },
        // A later day of a file that was read and checked as a whole.
        partStaged: {
          target: 'staged',
          actions: assign(({ event }) => ({
            account: event.account,
            uploader: event.uploader,
            of: event.of,
            language: event.language,
            uploadedAt: event.uploadedAt,
            format: event.format,
            totals: totalsOf(event),
            previewDue: event.at + event.previewTtl,
          })),
        },
      },
    },

    uploaded: {
      tags: 'way',
      on: {
        statementBegun: {
          target: 'reading',
          actions: [assign(begun), 'readStatement'],
        },
        statementCancelled: {
          target: 'cancelled',
          guard: 'uploader',
          meta: cancel,
          actions: [assign(ended), 'dropStatement'],
        },
      },
    },

    reading: {
      tags: 'way',
      on: {
        statementStaged: {
          target: 'staged',
          actions: assign(({ event }) => ({
            format: event.format,
            totals: totalsOf(event),
            previewDue: event.at + event.previewTtl,
          })),
        },
        statementRefused: {
          target: 'refused',
          actions: assign(({ event: { at, reason, errors } }) => ({ reason, errors, endedAt: at })),
        },
        layoutUnknown: {
          target: 'unknown',
          actions: assign(({ event: { at, previewTtl } }) => ({ reason: 'noColumn', previewDue: at + previewTtl })),
        },
        statementFailed: {
          target: 'failed',
          actions: [assign(failed), 'dropStatement'],
        },
        statementTimedOut: {
          target: 'failed',
          meta: { after: 'runDue' },
          actions: [assign(timedOut), 'dropStatement'],
        },
        statementCancelled: {
          target: 'cancelled',
          guard: 'uploader',
          meta: cancel,
          actions: [assign(ended), 'dropStatement'],
        },
      },
    },

    unknown: {
      on: {
        statementReread: {
          target: 'uploaded',
          guard: 'uploader',
          meta: { interface: 'bankStatement.reread' },
          actions: [assign({ reason: null }), 'beginStatement'],
        },
        statementCancelled: {
          target: 'cancelled',
          guard: 'uploader',
          meta: cancel,
          actions: [assign(ended), 'dropStatement'],
        },
        statementLapsed: {
          target: 'cancelled',
          meta: { after: 'previewDue' },
          actions: [assign(ended), 'dropStatement'],
        },
      },
    },

    staged: {
      tags: 'way',
      on: {
        statementConfirmed: {
          target: 'appending',
          guard: {
            type: 'all' as const,
            params: ['uploader', 'daysInOrder', 'noneAppending', 'followsLast', 'newTransactions', 'daysOpen'] as const,
          },
          meta: { interface: 'bankStatement.confirm', tone: 'success' },
          actions: [
            assign(({ event: { follows, lastLine, at } }) => ({ follows, lastLine, endedAt: at })),
            'appendLines',
          ],
        },
        statementCancelled: {
          target: 'cancelled',
          guard: 'uploader',
          meta: cancel,
          actions: [assign(ended), 'dropStatement'],
        },
        statementLapsed: {
          target: 'cancelled',
          meta: { after: 'previewDue' },
          actions: [assign(ended), 'dropStatement'],
        },
      },
    },

    appending: {
      tags: 'way',
      on: {
        statementAppended: {
          target: 'ready',
          meta: { tone: 'success' },
          actions: [assign(ended), 'matchLines', 'seekPending'],
        },
      },
    },

    ready: { tags: 'goal', on: { pendingMissed: { target: 'missing' } } },

    missing: {
      on: {
        pendingCame: { target: 'ready' },
        pendingSettled: {
          target: 'ready',
          meta: { interface: 'bankStatement.settlePending', asks: ['note'] },
          actions: assign(({ event }) => ({ note: event.note })),
        },
      },
    },

    refused: {},
    failed: {},
    cancelled: {},
  },
})
