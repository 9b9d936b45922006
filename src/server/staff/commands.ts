import type { EventOf, Kind, StreamOf } from '../../machines/lifecycles.ts'
import type { BodyOf, DataOf, Endpoint } from '../../services/endpoint.ts'
import { notFound, Refused } from '../kit/refused.ts'
import type { Answer, Command } from '../store/command.ts'
import type { Store } from '../store/store.ts'
import { type Call, type CallOf, type Handle, origin, stamp } from './call.ts'

type More = Pick<Command, 'reads' | 'writes'> & { via?: string }
type Stamped = 'type' | 'by' | 'at'
/** The fields of an event beside its type, actor and instant. */
type FactsOf<Event, Type> = Event extends { type: infer Types }
  ? Type extends Types
    ? Omit<Event, Stamped>
    : never
  : never
type AddFacts<E extends Endpoint, Facts> = (body: BodyOf<E>, call: CallOf<E>) => Facts | Promise<Facts>
/** The first event of a stream: the stream's id, if it is not a new one, and the facts. */
type Begun<Facts> = More & { id?: string; facts: Facts }

/**
 * Mounts commands on streams of one kind. `command` turns an endpoint's body into one event: its type, actor, instant,
 * and the facts that the function adds. `send` is for an event that needs more. A body names the record and the version
 * that its sender saw. Both throw 404 when there is no such stream. `create` begins one: a repeated request gets its
 * first answer before anything is asked again.
 */
export const commandsOf = <K extends Kind, Named>(
  { store, ids, handle }: { store: Store; ids: () => string; handle: Handle },
  kind: K,
  idOf: (named: Named) => string,
) => {
  type Body = Named & { version: number }

  const send = async (
    body: Named & { version?: number },
    call: Call<unknown>,
    event: EventOf<K>,
    more: More = {},
  ): Promise<Answer> => {
    const stream: StreamOf<K> = `${kind}/${idOf(body)}`
    try {
      return await store.send({ stream, ...seen(body), event, ...origin(call), ...more })
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

  const create = <E extends Endpoint, Type extends EventOf<K>['type']>(
    endpoint: E,
    type: Type,
    begin: AddFacts<E, Begun<FactsOf<EventOf<K>, Type>>>,
    /** Such as `againWhenTaken`. */
    tries: (attempt: () => Promise<Answer>) => Promise<Answer> = (attempt) => attempt(),
  ) =>
    handle<E>(endpoint, async (body, call) => {
      const attempt = async () => {
        const done = await store.answered(call)
        if (done) return done
        const { id = ids(), facts, ...more } = await begin(body, call)
        const event = { type, ...stamp(call), ...facts } as EventOf<K>
        return store.send({ stream: `${kind}/${id}`, ...seen(body as object), event, ...origin(call), ...more })
      }
      return (await tries(attempt)) as DataOf<E>
    })

  return { command, create, send }
}

const seen = ({ version }: { version?: number }) => (version === undefined ? {} : { version })
