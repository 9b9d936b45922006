import type { EventOf, Kind, StreamOf } from '../../machines/lifecycles.ts'
import type { BodyOf, DataOf, Endpoint } from '../../services/endpoint.ts'
import { notFound, Refused } from '../kit/refused.ts'
import type { Answer, Command } from '../store/command.ts'
import type { Store } from '../store/store.ts'
import { type Call, type CallOf, type Handle, origin, stamp } from './call.ts'

type More = Pick<Command, 'reads' | 'writes'>
type Stamped = 'type' | 'by' | 'at'
/** What an event says beside who and when. */
type FactsOf<K extends Kind, Type extends string> = FactsIn<EventOf<K>, Type>
type FactsIn<Event, Type> = Event extends { type: infer Types }
  ? Type extends Types
    ? Omit<Event, Stamped>
    : never
  : never

/** An endpoint whose body names a record and the version that its sender saw. */
type CommandEndpoint = Omit<Endpoint, 'permission'> & { permission: 'staff' | 'granted' }

/**
 * Mounts commands on existing streams of one kind. `command` turns an endpoint's body into one event: who, when, and
 * the facts that the function adds. `send` is for an event that needs more. Both throw 404 when there is no such stream.
 */
export const commandsOf = <K extends Kind, Named>(
  { store, handle }: { store: Store; handle: Handle },
  kind: K,
  idOf: (named: Named) => string,
) => {
  const send = async (
    named: Named & { version: number },
    call: Call<unknown>,
    event: EventOf<K>,
    more: More = {},
  ): Promise<Answer> => {
    const stream: StreamOf<K> = `${kind}/${idOf(named)}`
    try {
      return await store.send({ stream, version: named.version, event, ...origin(call), ...more })
    } catch (error) {
      if (error instanceof Refused && (await store.version(stream)) === 0) throw notFound()
      throw error
    }
  }

  const command = <E extends CommandEndpoint & Endpoint, Type extends EventOf<K>['type']>(
    endpoint: E,
    type: Type,
    ...[factsOf]: Record<never, never> extends FactsOf<K, Type>
      ? [factsOf?: (body: BodyOf<E>, call: CallOf<E>) => FactsOf<K, Type> | Promise<FactsOf<K, Type>>]
      : [factsOf: (body: BodyOf<E>, call: CallOf<E>) => FactsOf<K, Type> | Promise<FactsOf<K, Type>>]
  ) =>
    handle(endpoint, async (body, call) => {
      const event = { type, ...stamp(call), ...(await factsOf?.(body, call)) }
      return (await send(body as Named & { version: number }, call, event as EventOf<K>)) as DataOf<E>
    })

  return { command, send }
}
