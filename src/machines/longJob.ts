import type { Fact } from './kernel.ts'

/**
 * The fields of every long job: its requester, the instants of its steps in epoch milliseconds, and why it failed. An
 * export, a spreadsheet or a backtest is `requested`, waits for its turn, is `running` until it has a result, and ends
 * `failed` or `cancelled` without one. Files of banks and of leads are read first, and wait for a person's consent.
 */
export type LongJob = {
  asker: string
  reason: string | null
  requestedAt: number
  endedAt: number | null
  /** The instant by which a running job must have ended. */
  runDue: number
}

/** The rule that only the person who asked for a job may cancel it. */
export const asker = ({ context, event }: { context: Pick<LongJob, 'asker'>; event: { by: string } }) =>
  context.asker === event.by

// Assignments of a job's steps.
export const begun = ({ event }: { event: Fact & { runTtl: number } }) => ({ runDue: event.at + event.runTtl })
export const ended = ({ event }: { event: Fact }) => ({ endedAt: event.at })
export const failed = ({ event }: { event: Fact & { reason: string } }) => ({
  reason: event.reason,
  endedAt: event.at,
})
export const timedOut = ({ event }: { event: Fact }) => ({ reason: 'timedOut', endedAt: event.at })
