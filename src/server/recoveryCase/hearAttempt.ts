import type { ContactChannel } from '../../machines/contact.facts.ts'
import * as recoveryCase from '../../services/recoveryCase.ts'
import { againWhenStale } from '../kit/conflict.ts'
import type { Server } from '../server.ts'
import type { Answer } from '../store/command.ts'

export type HolderAttempt = { orderNo: string; by: string; attempt: string; channel: ContactChannel }

/** The call under which a case hears of an attempt of its holder, whoever tells it first. */
export const heardAs = ({ orderNo, by, attempt, channel }: HolderAttempt) => ({
  by,
  key: `contacted ${attempt}`,
  request: `${orderNo} ${channel}`,
})

/** Tells an order's case that its holder attempts to reach the customer. Once: a repetition has the first answer. */
export const hearAttempt = (
  { store, clock }: Pick<Server, 'store' | 'clock'>,
  told: HolderAttempt,
): Promise<Answer> => {
  const { orderNo, by, attempt, channel } = told
  const { key, request } = heardAs(told)
  const event = { type: 'contacted' as const, by, at: clock.now(), attempt, channel }
  const via = recoveryCase.contact.interface
  // The attempt counts already, and another one would be too soon: the case hears of it whatever came in between.
  return againWhenStale(() => store.send({ stream: `recoveryCase/${orderNo}`, event, via, key, request }))
}
