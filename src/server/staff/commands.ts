import type { EventOf, Kind } from '../../machines/lifecycles.ts'
import type { BodyOf, DataOf, Endpoint } from '../../services/endpoint.ts'
import { notFound, Refused } from '../kit/refused.ts'
import type { Answer, Command } from '../store/command.ts'
import type { Store } from '../store/store.ts'
import { type Call, type CallOf, type Handle, origin, stamp } from './call.ts'

type More = Pick<Command, 'version' | 'reads' | 'writes' | 'apart'> & { via?: string }
type Stamped = 'type' | 'by' | 'at'
/** The fields of an event beside its type, actor and instant. */
type FactsOf<Event, Type> = Event extends { type: infer Types }
  ? Type extends Types
    ? Omit<Event, Stamped>
    : never
  : never
type AddFacts<E extends Endpoint, Facts> = (body: BodyOf<E>, call: CallOf<E>) => Facts | Promise<Facts>
/** Rows that the event's transaction is too short for: written before it, and dropped unless this call stored it. */
type Staged = { write: () => Promise<unknown>; drop: () => Promise<unknown> }
/** An event: its stream's id, if it is not a new one, the facts, and what only the call that stored it is shown. */
type Begun<E extends Endpoint, Facts> = More & {
  id?: string
  facts: Facts
  shown?: Omit<DataOf<E>, keyof Answer>
  staged?: Staged
}
type Creating<E extends Endpoint> = {
  /** Such as `againWhenTaken`. */
  tries?: <Result>(attempt: () => Promise<Result>) => Promise<Result>
  /** What a repeated call is shown instead. */
  unshown?: (call: CallOf<E>) => Omit<DataOf<E>, keyof Answer>
}

/**
 * Mounts commands on streams of one kind. `command` turns an endpoint's body into one event: its type, actor, instant,
 * and the facts that the function adds. `send` is for an event that needs more. A body names the record and the version
 * that its sender saw. Both throw 404 when there is no such stream. `create` begins one, or shows something once: a
 * repeated request gets its first answer before anything is asked again. `begin` is to `create` as `send` to `command`.
 */
export const commandsOf = <K extends Kind, Named>(
  { store, ids, handle }: { store: Store; ids: () => string; handle: Handle },
  kind: K,
  idOf: (named: Named) => string,
) => {
  type Body = Named & { version: number }

  const begin = (id: string, call: Call<unknown>, event: EventOf<K>, more: More = {}): Promise<Answer> =>
    store.send({ stream: `${kind}/${id}`, event, ...origin(call), ...more })

  const send = async (
    body: Named & { version?: number },
    call: Call<unknown>,
    event: EventOf<K>,
    more: More = {},
  ): Promise<Answer> => {
    try {
      return await begin(idOf(body), call, event, { ...seen(body), ...more })
    } catch (error) {
      if (error instanceof Refused && (await store.version(`${kind}/${idOf(body)}`)) === 0) throw notFound()
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
    begun: AddFacts<E, Begun<E, FactsOf<EventOf<K>, Type>>>,
    { tries = (attempt) => attempt(), unshown }: Creating<E> = {},
  ) =>
    handle<E>(endpoint, async (body, call) => {
      const repeated = async () => {
        const done = await store.answered(call)
        return done && { ...done, ...unshown?.(call) }
      }
      const attempt = async () => {
        const { id = ids(), facts, shown, staged, writes, ...more } = await begun(body, call)
        const event = { type, ...stamp(call), ...facts } as EventOf<K>
        let stored: string | undefined
        let answer: Answer | undefined
        try {
          await staged?.write()
          answer = await begin(id, call, event, {
            ...seen(body as object),
            ...more,
            writes: async (tx, made) => {
              stored = made.id
              await writes?.(tx, made)
            },
          })
          // The same call may have stored another event at the same time.
          return { ...answer, ...(answer.id === stored ? shown : unshown?.(call)) }
        } finally {
          if (!answer || answer.id !== stored) await staged?.drop()
        }
      }
      const once = async () => {
        try {
          return (await repeated()) ?? (await attempt())
        } catch (error) {
          // Another run of the same call may have been stored meanwhile, and has taken what this one asks for.
          const done = error instanceof Refused && (await repeated())
          if (done) return done
          throw error
        }
      }
      return (await tries(once)) as DataOf<E>
    })

  return { command, create, send, begin }
}

const seen = ({ version }: { version?: number }) => (version === undefined ? {} : { version })
