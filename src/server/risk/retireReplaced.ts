import { firstVersion } from '../../machines/rules.first.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import { ruleSetStream } from './versions.ts'

/** Retires the version that a published one replaced. The built-in version has no stream to retire. */
export const retireReplaced =
  ({ store, clock }: Pick<Server, 'store' | 'clock'>): Effect<'ruleSet'> =>
  async ({ stream, event }) => {
    const { context } = await store.state(stream)
    const { replaces } = context
    if (replaces === null || replaces === firstVersion) return undefined
    await store.send({
      stream: ruleSetStream(replaces),
      event: { type: 'retired', by: 'SYS', at: clock.now() },
      via: 'SYS',
      key: `retireReplaced ${event}`,
      request: event,
    })
    return undefined
  }
