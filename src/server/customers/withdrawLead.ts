import type { WithdrawReason } from '../../machines/lead.facts.ts'
import { againWhenStale } from '../kit/conflict.ts'
import type { Server } from '../server.ts'

type Parts = Pick<Server, 'store' | 'clock'>

/** Ends the lead of a person who is not to be sold anything any more; does nothing where none is open. */
export const withdrawLead = ({ store, clock }: Parts, person: string, reason: WithdrawReason): Promise<void> =>
  againWhenStale(async () => {
    const stream = `lead/${person}` as const
    const { version, value } = await store.state(stream)
    if (value !== 'waiting' && value !== 'following') return
    const event = { type: 'withdrawn', by: 'SYS', at: clock.now(), reason } as const
    await store.send({ stream, version, event, via: 'SYS', key: `${reason} ${stream} ${version}`, request: person })
  })
