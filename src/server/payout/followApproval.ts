import type { Approval } from '../../machines/approval.facts.ts'
import { idOf, type State } from '../../machines/kernel.ts'
import type { Payout, PayoutEvent } from '../../machines/payout.facts.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import { approvedIn, isOf, payableOf } from './terms.ts'

const stoppable: readonly unknown[] = ['waiting', 'checking', 'failed']

/**
 * Brings an order's payout in line with its approval: opens, cancels or reopens it. It works from the present states,
 * so it does not matter which event of the approval asked for it, nor how late.
 */
export const followApproval =
  (server: Pick<Server, 'db' | 'store' | 'clock' | 'channels'>): Effect<'approval'> =>
  async (job) => {
    const { store, clock } = server
    const orderNo = idOf(job.stream)
    const stream = `payout/${orderNo}` as const

    const nextOf = async (approval: State<Approval>, payout: State<Payout>): Promise<PayoutEvent | undefined> => {
      const now = { by: 'SYS', at: clock.now() }
      const approved = approvedIn(approval)
      if (stoppable.includes(payout.value))
        return isOf(approved, payout.context.terms!) ? undefined : { type: 'payoutCancelled', ...now }
      if (!approved || (payout.value !== 'new' && payout.value !== 'cancelled')) return undefined
      const type = payout.value === 'new' ? 'payoutOpened' : 'payoutReopened'
      return { type, ...now, ...approved, ...payableOf(server, approval) }
    }

    for (;;) {
      const approval = await store.state(job.stream)
      const payout = await store.state(stream)
      const event = await nextOf(approval, payout)
      if (!event) return undefined
      try {
        await store.send({
          stream,
          version: payout.version,
          event,
          via: 'SYS',
          key: `${stream} ${payout.version} ${event.type}`,
          request: '',
          reads: [{ stream: job.stream, version: approval.version }],
        })
      } catch (error) {
        // Either stream has moved on meanwhile: reads both again.
        if (!(error instanceof Refused) || error.code !== 409) throw error
      }
    }
  }
