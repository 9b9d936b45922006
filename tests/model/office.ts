import { type Fact, stateName } from '../../src/machines/kernel.ts'
import { factOf as storedFact } from '../../src/server/store/events.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import type { Answered, Caller, TestApp } from '../kit/app.ts'
import { stateAfter } from '../kit/stateAfter.ts'
import { itself, type Model, type Move, play, refusedHere, type Standing, unborn } from './model.ts'

/** What is called for a move: an endpoint and what is said to it, `as` somebody who is let in otherwise than by a login of the lender's. */
export type Ask = { endpoint: Endpoint; body: object; as?: () => Promise<Caller> }

/** How the moves of one chart are made on a server: `stream` is undefined until the first of them has made one, unless no call does. */
export type Desk<M extends Move, Context> = {
  /** The event that the server makes of a move, where it says what only the server knows. */
  factOf?: Model<M, Context>['factOf']
  /** Where an instance is kept that no call makes, once its path has begun. */
  streamOf?: () => string
  /** Prepares a new path, and answers the logins behind the names in the model where they are others. */
  begin: (app: TestApp, path: readonly M[]) => Promise<ReadonlyMap<string, string>>
  /** Undefined for what has no call where it is; `fact` is the event that is to come of it. */
  ask: (
    move: M,
    at: { version: number; stream: string | undefined; fact: () => Fact },
    idOf: (name: string) => Promise<string>,
  ) => Promise<Ask | undefined>
  /** What else happens in the world before a move. */
  before?: (move: M, app: TestApp) => Promise<unknown>
  /** Reads what only the server knows of a move that was made; `answered` is what the call behind it was. */
  learn?: (move: M, app: TestApp, answered: object | undefined) => Promise<unknown>
  /** What a server that stopped in the midst of a call leaves behind; undefined for a call that it answers. */
  cut?: (move: M, app: TestApp) => Promise<string | undefined>
  /** Brings about what nobody calls for, and no deadline brings, as the event `fact`; otherwise all the work that is due is done. */
  bring?: (move: M, stream: string, app: TestApp, fact: Fact) => Promise<unknown>
}

/** A small chart's model beside how its moves are made. */
export type Process<M extends Move = Move, Context = unknown> = { model: Model<M, Context>; desk: Desk<M, Context> }

export type Answer = Answered<Endpoint>

const second = 1000
const minute = 60 * second

/** Small charts on a real server: one instance a path, on which each move is made and then what is stored is compared. */
export const openOffice = (served: TestApp) => {
  const logins = new Map<string, { caller: Caller; at: number }>()
  const as = async (login: string): Promise<Caller> => {
    const last = logins.get(login)
    if (last && app.clock.now() - last.at < 15 * minute) return last.caller
    const caller = await served.login(login)
    logins.set(login, { caller, at: app.clock.now() })
    return caller
  }
  /** Who is logged in already does not log in again. */
  const app: TestApp = { ...served, login: as }

  return async <M extends Move, Context>({ model: chart, desk }: Process<M, Context>, path: readonly M[]) => {
    const model: Model<M, Context> = { ...chart, factOf: desk.factOf ?? chart.factOf }
    const people = await desk.begin(app, path)
    const loginOf = (name: string) => people.get(name) ?? name
    const idOf = async (name: string) => (await as(loginOf(name))).id
    let stream = desk.streamOf?.()
    let standing: Standing<M, Context> = { ...unborn(model), at: app.clock.now() }

    const factsOf = async () => (stream ? (await app.server.store.history(stream)).map(storedFact) : [])
    /** Whether what the system does next was done with the call before it. */
    const isAhead = async () => (await factsOf()).length > standing.state.version

    const factOf = (move: M) => model.factOf(move, standing, app.clock.now(), itself)
    const ask = (move: M, version = standing.state.version) =>
      desk.ask(move, { version, stream, fact: () => factOf(move) }, idOf)

    /** Makes the call behind a move, whatever it is answered; undefined when it has none. */
    const call = async (move: M, by = move.by, version = standing.state.version): Promise<Answer | undefined> => {
      const asked = await ask(move, version)
      // Who calls without a version goes by whatever is there.
      if (!asked || (version !== standing.state.version && !('version' in asked.body))) return undefined
      const caller = asked.as && by === move.by ? await asked.as() : await as(loginOf(by))
      return caller.call(asked.endpoint, asked.body)
    }

    const bySystem = async (move: M) => {
      const timer = standing.state.armed[move.type]
      app.clock.advance(timer ? Math.max(0, timer.at - app.clock.now()) : second)
      if (timer || !desk.bring || !stream) return app.settle()
      return desk.bring(move, stream, app, factOf(move))
    }

    const byPerson = async (move: M, deed: (move: M) => Promise<Answer | undefined>): Promise<{ stream?: string }> => {
      app.clock.advance(second)
      const left = await desk.cut?.(move, app)
      if (left) return { stream: left }
      const answer = await deed(move)
      if (!answer) throw new Error(`${move.type} has no call`)
      const { code, msg, data } = answer
      if (code) throw new Error(`${move.type} by ${move.by} is answered ${code}: ${msg}`)
      return data as { stream?: string }
    }

    /** Makes a move: `deed` is what a person does for it, and answers what the call behind it was answered. */
    const make = async (move: M, deed: (move: M) => Promise<Answer | undefined>) => {
      await desk.before?.(move, app)
      const answered = move.by === 'SYS' ? undefined : await byPerson(move, deed)
      if (answered) stream = answered.stream ?? stream
      else if (!(await isAhead())) await bySystem(move)
      await desk.learn?.(move, app, answered)
      standing = play(model, standing, move, app.clock.now())
    }

    /** Where the server says that it stands: as of the path's version where the system's next step is done already. */
    const look = async (next: M | undefined) => {
      const { version } = standing.state
      const stored =
        next?.by === 'SYS' && (await isAhead())
          ? stateAfter(model.machine, (await factsOf()).slice(0, version))
          : await app.server.store.state(stream!)
      const shown = ({ value, context, version: at }: typeof stored) => ({
        version: at,
        place: stateName(value),
        context,
      })
      return { expected: shown(standing.state), seen: shown(stored) }
    }

    const isTaken = (move: M) => refusedHere(model, standing, move) === undefined

    return { ask, factOf, call, make, look, isAhead, isTaken, loginOf, standing: () => standing }
  }
}
