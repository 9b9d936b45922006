import type { Attempted } from '../../machines/contact.facts.ts'
import { againWhenStale } from '../kit/conflict.ts'
import type { Server } from '../server.ts'
import { factOf } from '../store/events.ts'
import type { Effect } from '../store/outbox.ts'

/** Tells the open case of an order that an emergency contact was asked, and by whom. A settled case does not take it. */
export const tellWhereabouts =
  ({ store, clock }: Pick<Server, 'store' | 'clock'>): Effect<'contact'> =>
  async ({ stream, version }) => {
    const { attempt, channel, order, by } = factOf(await store.eventAt(stream, version)) as Attempted
    if (order === null) return undefined
    await againWhenStale(() =>
      store.send({
        stream: `recoveryCase/${order}`,
        event: { type: 'whereaboutsAsked', by, at: clock.now(), attempt, channel },
        via: 'SYS',
        key: `whereabouts ${attempt}`,
        request: attempt,
      }),
    )
    return undefined
  }
