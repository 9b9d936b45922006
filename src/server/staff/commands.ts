import type { EventOf, Kind, StreamOf } from '../../machines/lifecycles.ts'
import type { BodyOf, DataOf, Endpoint } from '../../services/endpoint.ts'
import { notFound, Refused } from '../kit/refused.ts'
import type { Answer, Command } from '../store/command.ts'
import type { Store } from '../store/store.ts'
import { type Call, type CallOf, type Handle, origin, stamp } from './call.ts'

type More = Pick<Command, 'reads' | 'writes'>
type Stamped = 'type' | 'by' | 'at'
/** The fields of an event beside its type, actor and instant. */
type FactsOf<Event, Type> = Event extends { type: infer Types }
  ? Type extends Types
    ? Omit<Event, Stamped>
    : never
  : never
type AddFacts<E extends Endpoint, Facts> = (body: BodyOf<E>, call: CallOf<E>) => Facts | Promise<Facts>

/**
 * Mounts commands on existing streams of one kind. `command` turns an endpoint's body into one event: its type, actor,
 * instant, and the facts that the function adds. `send` is for an event that needs more. A body names the record and the
 * version that its sender saw. Both throw 404 when there is no such stream.
 */
export const commandsOf = <K extends Kind, Named>(
  { store, handle }: { store: Store; handle: Handle },
  kind: K,
  idOf: (named: Named) => string,
) => {
  type Body = Named & { version: number }

  const send = async (body: Body, call: Call<unknown>, event: EventOf<K>, more: More = {}): Promise<Answer> => {
    const stream: StreamOf<K> = `${kind}/${idOf(body)}`
    try {
      return await store.send({ stream, version: body.version, event, ...origin(call), ...more })
    } catch (error) {
      if (error instanceof Refused && (await store.version(stream)) === 0) throw notFound()
      throw error
    }
  }

  const command = <E extends Endpoint, Type extends EventOf<K>['type']>(
    endpoint: E & (BodyOf<E> extends Body ? unknown : never),
    type: Type,
    ...[factsOf]: Record<never, never> extends FactsOf<EventOf<K>, Type>
      ? [factsOf?: AddFacts<E, FactsOf<EventOf<K>, Type>>]
      : [factsOf: AddFacts<E, FactsOf<EventOf<K>, Type>>]
  ) =>
    handle<E>(endpoint, async (body, call) => {
      const event = { type, ...stamp(call), ...(await factsOf?.(body, call)) }
      return (await send(body as Body, call, event as EventOf<K>)) as DataOf<E>
    })

  return { command, send }
}
