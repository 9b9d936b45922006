import type { Attempted, OutcomeNoted } from '../../machines/contact.facts.ts'
import * as recoveryCase from '../../services/recoveryCase.ts'
import { againWhenStale } from '../kit/conflict.ts'
import type { Server } from '../server.ts'
import { factOf } from '../store/events.ts'
import type { Effect } from '../store/outbox.ts'
import { hearAttempt } from './hearAttempt.ts'

/**
 * Tells the case what came of the last attempt of its holder. The case may have it already. It takes it from nobody but
 * the holder, and not that of a visit, which needs a proof.
 */
export const tellOutcome =
  (server: Pick<Server, 'store' | 'clock'>): Effect<'contact'> =>
  async ({ stream, version }) => {
    const { store, clock } = server
    const rows = await store.history(stream)
    const { attempt, outcome, by } = factOf(rows[version - 1]!) as OutcomeNoted
    const ofHolders = rows.filter(({ type }) => type === 'holderAttempted').map((row) => factOf(row) as Attempted)
    const made = ofHolders.find((one) => one.attempt === attempt)
    if (!made) return undefined
    const { channel, by: holder } = made
    const orderNo = made.order!
    const ofCase = `recoveryCase/${orderNo}` as const
    await hearAttempt(server, { orderNo, by: holder, attempt, channel })
    await againWhenStale(async () => {
      const { version: seen, context } = await store.existing(ofCase)
      if (context.contact?.attempt !== attempt || context.contact.outcome !== null) return undefined
      const event = { type: 'outcomeNoted' as const, by, at: clock.now(), outcome }
      const via = recoveryCase.noteOutcome.interface
      return store.send({ stream: ofCase, version: seen, event, via, key: `outcome of ${attempt}`, request: outcome })
    })
    return undefined
  }
