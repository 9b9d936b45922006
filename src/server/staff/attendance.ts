import type { EventOf } from '../../machines/lifecycles.ts'
import { staffTimes } from '../../machines/staffRules.ts'
import { rulesAt } from '../inForce.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { type Call, origin, stamp } from './call.ts'
import type { Staff } from './sessions.ts'

type Kind = 'reviewer' | 'collector'
type Facts<K extends Kind> =
  EventOf<K> extends infer Event ? (Event extends unknown ? Omit<Event, 'by' | 'at'> : never) : never
type Seen = { id: string; version: number }

/** The events of staff who take work: their own sign-in and sign-out, and what a lead sets. One stream an account. */
export const attendanceOf = <K extends Kind>({ db, store }: Pick<Server, 'db' | 'store'>, kind: K) => {
  /** Maps a staff id to its stream; throws not found for an unknown id. */
  const streamOf = async (id: string) => {
    const account = Number(/^staff\/(\d{1,9})$/.exec(id)?.[1])
    if (Number.isNaN(account) || (await store.version(`account/${account}`)) === 0) throw notFound()
    return `${kind}/${account}` as const
  }

  const send = (stream: `${K}/${number}`, event: object, call: Call<Staff>, version?: number) =>
    store.send({
      stream,
      ...(version !== undefined && { version }),
      event: { ...event, ...stamp(call) } as EventOf<K>,
      ...origin(call),
    })
  const own = (event: object, call: Call<Staff>) =>
    send(`${kind}/${call.staff.account}`, { ...event, [kind]: call.by }, call)

  return {
    signIn: async (call: Call<Staff>) => {
      const { signInTtl } = staffTimes(await rulesAt({ db }, 'staffRules', call.now))
      return own({ type: 'signedIn', signInTtl }, call)
    },
    signOut: (call: Call<Staff>) => own({ type: 'signedOut' }, call),
    set: async ({ id, version }: Seen, event: Facts<K>, call: Call<Staff>) =>
      send(await streamOf(id), event, call, version),
  }
}
