import { idOf } from '../../machines/kernel.ts'
import { ruleSetStream } from '../risk/versions.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** Records the backtest on its draft, which counts it only when it was not edited since. */
export const noteBacktest =
  ({ store }: Server): Effect<'backtest'> =>
  async ({ stream, event }) => {
    const { context } = await store.state(stream)
    const { ruleSet, edition } = context.wanted!
    const { judged, changed } = context.result!
    await store.send({
      stream: ruleSetStream(ruleSet),
      event: {
        type: 'backtested',
        by: context.asker,
        at: context.endedAt!,
        edition,
        test: { kind: 'backtest', subject: idOf(stream), judged, changed },
      },
      via: 'SYS',
      key: `noteBacktest ${event}`,
      request: event,
    })
    return undefined
  }
