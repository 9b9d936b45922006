import type { Transaction } from 'kysely'
import type { State } from '../../machines/kernel.ts'
import type { LifecycleEvent } from '../../machines/lifecycles.ts'
import type { Tables } from '../db/tables.ts'
import type { Refused } from '../kit/refused.ts'

export type Tx = Transaction<Tables>
export type Answer = { stream: string; version: number; pos: number; id: string }

/** Another stream that a decision depends on, with the version that was read. */
export type Read = { stream: string; version: number }

/** A job of the command's stream: an effect, and the event that asked for it. */
export type Ended = { name: string; event: string }

/**
 * One event for one stream. `version` is the expected version (left out: any); `writes` run in its transaction, which
 * deletes the job that the event ends.
 */
export type Command = {
  stream: string
  version?: number
  event: LifecycleEvent
  via: string
  key: string
  request?: string
  reads?: readonly Read[]
  /** Commands that name the same are in no transaction together: what `writes` counts has the rows of the others. */
  apart?: string
  ends?: Ended
  writes?: (tx: Tx, answer: Answer) => Promise<unknown>
}

/** An event that the chart accepts, with the version it was decided on and the state that it leads to. */
export type Decided = { command: Command; before: number; state: State; effects: string[]; id: string }
export type Outcome = Answer | Refused
