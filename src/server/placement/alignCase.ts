import type { State } from '../../machines/kernel.ts'
import type { Placement } from '../../machines/placement.ts'
import type { RecoveryCase } from '../../machines/recoveryCase.facts.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

type Ends = { placed: State<Placement>; found: State<RecoveryCase>; now: number }

/** The event that brings a case and its placement in line; undefined when they are. */
export const nextOfPlacement = ({ placed, found, now }: Ends) => {
  const done = { by: 'SYS', at: now }
  const isPlaced = placed.value === 'placed'
  const isOpen = typeof found.value === 'object'
  // Without an open case there is nothing to collect, also when the placement is only proposed.
  if (!isOpen && (isPlaced || placed.value === 'proposed'))
    return { kind: 'placement', event: { type: 'placementSettled', ...done } } as const
  if (!isOpen) return undefined
  const { company, until } = placed.context
  const has = found.context.placement
  if (isPlaced && has === null)
    return { kind: 'recoveryCase', event: { type: 'placementBegan', ...done, company, until } } as const
  const isSame = isPlaced && has?.company === company && has.until === until
  return has === null || isSame
    ? undefined
    : ({ kind: 'recoveryCase', event: { type: 'placementEnded', ...done } } as const)
}

/**
 * Brings the case of an order in line with its placement, and ends the placement of a settled case. It works from the
 * present states of both, so it does not matter which event asked for it, nor how late.
 */
export const alignCase =
  ({ store, clock }: Pick<Server, 'store' | 'clock'>): Effect<'placement' | 'recoveryCase'> =>
  async (job) => {
    const orderNo = job.stream.slice(job.stream.indexOf('/') + 1)
    const [placement, recoveryCase] = [`placement/${orderNo}`, `recoveryCase/${orderNo}`] as const
    for (;;) {
      const placed = await store.state(placement)
      const found = await store.state(recoveryCase)
      const next = nextOfPlacement({ placed, found, now: clock.now() })
      if (!next) return undefined
      const [one, other] = [
        { stream: placement, version: placed.version },
        { stream: recoveryCase, version: found.version },
      ]
      const [written, read] = next.kind === 'placement' ? [one, other] : [other, one]
      try {
        await store.send({
          ...written,
          event: next.event,
          via: 'SYS',
          key: `${written.stream} ${written.version} ${next.event.type}`,
          request: '',
          reads: [read],
        })
      } catch (error) {
        // Either stream has moved on meanwhile: reads both again.
        if (!(error instanceof Refused) || error.code !== 409) throw error
      }
    }
  }
