import { idOf } from '../../machines/kernel.ts'
import { rulesAt } from '../inForce.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import { lastVisit } from './visit.ts'

type Drawing = Pick<Server, 'vault'>

/** How a visit is drawn under a scorecard; undefined for one that is not checked. The same for a visit every time. */
export const drawnAs = ({ vault }: Drawing, id: string, { share, second }: { share: number; second: number }) => {
  if (vault.drawOf('quality', id) >= share) return undefined
  return vault.drawOf('second', id) < second ? ('sampledTwice' as const) : ('sampled' as const)
}

/** Samples a share of the visits that ended. One that a complaint has sampled already stays as it is. */
export const sampleVisit =
  (server: Pick<Server, 'db' | 'store' | 'vault' | 'clock'>): Effect<'lead'> =>
  async (job) => {
    const { store, clock } = server
    const ended = await lastVisit(server, idOf(job.stream), job.version)
    const at = clock.now()
    const card = await rulesAt(server, 'scorecard', at)
    const type = ended && drawnAs(server, ended.id, card)
    if (!ended || !type) return undefined
    const stream = `quality/${ended.id}` as const
    try {
      const event = { type, by: 'SYS', at, ...ended.visit, card }
      await store.send({ stream, event, via: 'SYS', key: `sample ${stream}`, request: '' })
    } catch (error) {
      if (!(error instanceof Refused) || (await store.version(stream)) === 0) throw error
    }
    return undefined
  }
