import { randomUUID } from 'node:crypto'
import { type Fact, stateName } from '../../src/machines/kernel.ts'
import type { Kind, StreamOf } from '../../src/machines/lifecycles.ts'
import { factOf as storedFact } from '../../src/server/store/events.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import type { Answered, Caller, TestApp } from '../kit/app.ts'
import { stateAfter } from '../kit/stateAfter.ts'
import { type IdOf, itself, type Model, type Move, play, refusedHere, type Standing, unborn } from './model.ts'

/** The call of a move: endpoint and body. `as` gives a caller that is not admitted by a staff login. */
export type Ask = { endpoint: Endpoint; body: object; as?: () => Promise<Caller> }

/** How one chart's moves are made on a server. `stream` is undefined until the first call creates it. */
export type Driver<M extends Move, Context> = {
  /** The event of a move, with the values that only the server knows. */
  factOf?: Model<M, Context>['factOf']
  /** The stream of an instance, once it is known; a call may answer it instead. */
  streamOf?: () => string | undefined
  /** Prepares a path; answers the logins of the model's names where they differ. */
  begin: (app: TestApp, path: readonly M[]) => Promise<ReadonlyMap<string, string>>
  /** The call of a move; undefined for a move without one. `fact` is the expected event. */
  ask: (
    move: M,
    at: { version: number; stream: string | undefined; fact: () => Fact },
    idOf: (name: string) => Promise<string>,
  ) => Promise<Ask | undefined>
  /** Other things that happen before a move. */
  before?: (move: M, app: TestApp) => Promise<unknown>
  /** Reads what only the server knows after a move; `answered` is the answer of its call. */
  learn?: (move: M, app: TestApp, answered: object | undefined) => Promise<unknown>
  /**
   * Simulates a server that stopped in the middle of a call, and answers the stream; undefined to let the call
   * complete.
   */
  cut?: (move: M, app: TestApp) => Promise<string | undefined>
  /** Whether the system's own work is left undone until a deadline, which is of that work. */
  isIdle?: boolean
  /** Causes an event that neither a call nor a deadline causes; by default all due work runs. */
  bring?: (move: M, stream: string, app: TestApp, fact: Fact) => Promise<unknown>
}

/** A small chart's model, and how its moves are made. */
export type Process<M extends Move = Move, Context = unknown> = { model: Model<M, Context>; driver: Driver<M, Context> }

export type Answer = Answered<Endpoint>

const second = 1000
const minute = 60 * second

/** What an event says beside its type, person and instant. */
const factsIn = ({ type: _type, by: _by, at: _at, ...facts }: Fact): object => ({ ...facts, armed: undefined })

/** Logs in each person once a quarter of an hour. */
export const keptLogins = (app: TestApp) => {
  const logins = new Map<string, { caller: Caller; at: number }>()
  return async (login: string): Promise<Caller> => {
    const last = logins.get(login)
    if (last && app.clock.now() - last.at < 15 * minute) return last.caller
    const caller = await app.login(login)
    logins.set(login, { caller, at: app.clock.now() })
    return caller
  }
}

/** Small charts on a real server: one instance per path; each move is made, and what is stored is compared. */
export const openOffice = (served: TestApp) => {
  const as = keptLogins(served)
  /** A person who is logged in does not log in again. */
  const app: TestApp = { ...served, login: as }

  return async <M extends Move, Context>({ model: chart, driver }: Process<M, Context>, path: readonly M[]) => {
    const model: Model<M, Context> = { ...chart, factOf: driver.factOf ?? chart.factOf }
    const people = await driver.begin(app, path)
    const loginOf = (name: string) => people.get(name) ?? name
    const idOf = async (name: string) => (await as(loginOf(name))).id
    let stream = driver.streamOf?.()
    let standing: Standing<M, Context> = { ...unborn(model), at: app.clock.now() }
    /** What the event of the last move is to say. */
    let facts: object = {}

    const factsOf = async () => (stream ? (await app.server.store.history(stream)).map(storedFact) : [])
    /** Whether the system's next event was stored together with the call before it. */
    const isAhead = async () => (await factsOf()).length > standing.state.version

    const factOf = (move: M, id: IdOf = itself) => model.factOf(move, standing, app.clock.now(), id)
    const ask = (move: M, version = standing.state.version) =>
      driver.ask(move, { version, stream, fact: () => factOf(move) }, idOf)

    /** Makes a move's call and answers its envelope; undefined for a move without a call. */
    const call = async (move: M, by = move.by, version = standing.state.version): Promise<Answer | undefined> => {
      const asked = await ask(move, version)
      // A call without a version cannot be stale.
      if (!asked || (version !== standing.state.version && !('version' in asked.body))) return undefined
      const caller = asked.as && by === move.by ? await asked.as() : await as(loginOf(by))
      return caller.call(asked.endpoint, asked.body, { key: randomUUID() })
    }

    /** Lets time pass until a deadline; throws when the system does anything before it. */
    const wait = async (due: number) => {
      const vain = standing.armed.map(({ at }) => at).filter((at) => at > app.clock.now() && at < due - 1)
      for (const at of [...vain, due - 1]
        .filter((one) => one > app.clock.now())
        .toSorted((one, other) => one - other)) {
        app.clock.advance(at - app.clock.now())
        await app.settle()
        const { type } = (await factsOf())[standing.state.version] ?? {}
        if (type) throw new Error(`${type} came ${due - at} ms before its deadline`)
      }
      app.clock.advance(Math.max(0, due - app.clock.now()))
    }

    const bySystem = async (move: M) => {
      const timer = standing.state.armed[move.type]
      if (timer && driver.isIdle) app.clock.advance(Math.max(0, timer.at - app.clock.now()))
      else if (timer) await wait(timer.at)
      else app.clock.advance(second)
      if (timer || !driver.bring || !stream) return app.settle()
      return driver.bring(move, stream, app, factOf(move))
    }

    const byPerson = async (move: M, deed: (move: M) => Promise<Answer | undefined>): Promise<{ stream?: string }> => {
      app.clock.advance(second)
      const left = await driver.cut?.(move, app)
      if (left) return { stream: left }
      const answer = await deed(move)
      if (!answer) throw new Error(`${move.type} has no call`)
      const { code, msg, data } = answer
      if (code) throw new Error(`${move.type} by ${move.by} is answered ${code}: ${msg}`)
      return data as { stream?: string }
    }

    /** Makes a move; `deed` makes a person's call and answers its envelope. */
    const make = async (move: M, deed: (move: M) => Promise<Answer | undefined>) => {
      await driver.before?.(move, app)
      const answered = move.by === 'SYS' ? undefined : await byPerson(move, deed)
      if (!answered && !(await isAhead())) await bySystem(move)
      await driver.learn?.(move, app, answered)
      stream = answered?.stream ?? stream ?? driver.streamOf?.()
      const from = standing
      standing = play(model, from, move, app.clock.now())
      facts = factsIn(model.factOf(move, from, standing.at, itself))
    }

    /** What the event of the last move is to say, and what the stored one says. */
    const says = async () => {
      const stored = (await factsOf())[standing.state.version - 1]
      return { expected: facts, seen: stored && factsIn(stored) }
    }

    /** The stored state; as of the path's version if the system's next event is stored already. */
    const look = async (next: M | undefined) => {
      const { version } = standing.state
      const stored =
        next?.by === 'SYS' && (await isAhead())
          ? stateAfter(model.machine, (await factsOf()).slice(0, version))
          : await app.server.store.state(stream as StreamOf<Kind>)
      const shown = ({ value, context, version: at }: typeof stored) => ({
        version: at,
        place: stateName(value),
        context,
      })
      return { expected: shown(standing.state), seen: shown(stored) }
    }

    const isTaken = (move: M) => refusedHere(model, standing, move) === undefined
    const isOffered = (move: M) => refusedHere(model, standing, move) !== 'notOffered'

    return {
      ask,
      factOf,
      call,
      make,
      look,
      says,
      isAhead,
      isTaken,
      isOffered,
      loginOf,
      idOf,
      stream: () => stream,
      standing: () => standing,
    }
  }
}
