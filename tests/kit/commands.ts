import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ApprovalEvent } from '../../src/machines/approval.facts.ts'
import { Refused } from '../../src/server/kit/refused.ts'
import type { Command } from '../../src/server/store/command.ts'
import * as approval from '../machines/approval.events.ts'

// Above the roles and orders of the simulated lender.
let serial = 100_000

/** Streams without events. */
export const freshRole = () => `role/${(serial += 1)}`
export const freshOrder = () => `approval/LK-${(serial += 1)}` as const

type Saved = Partial<Omit<Command, 'event'>> & { by?: string; at?: number; note?: string; taken?: boolean }

/** A command that the role chart accepts at any time, unless `taken` says that the name is in use. */
export const saving = (
  stream: string,
  { by = 'staff/1', at = 0, note = '', taken = false, ...more }: Saved = {},
): Command => ({
  stream,
  event: { type: 'roleSaved', by, at, name: stream, note, taken },
  via: 'power.roleSave',
  key: randomUUID(),
  ...more,
})

export const deciding = (stream: string, event: ApprovalEvent, via: string): Command => ({
  stream,
  event,
  via,
  key: randomUUID(),
})

/** The command that opens an order's stream. */
export const submitting = (stream: string): Command => {
  const event = approval.submitted()
  const application = { ...event.application, orderNo: stream.slice('approval/'.length) }
  return deciding(stream, { ...event, application }, 'intake.apply')
}

/** The refusal of a command; fails when the command was accepted. */
export const refusalOf = async (sending: Promise<unknown>): Promise<Refused> => {
  const outcome = await sending.then(
    () => 'taken',
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(Refused)
  return outcome as Refused
}

/** The results of concurrent commands: the answers and the refusals. */
export const endsOf = async <Answer>(sending: readonly Promise<Answer>[]) => {
  const ends = await Promise.allSettled(sending)
  return {
    taken: ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : [])),
    refused: ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Refused] : [])),
  }
}
