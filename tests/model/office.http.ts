import { stateName } from '../../src/machines/kernel.ts'
import type { Endpoint } from '../../src/services/endpoint.ts'
import { type Caller, testApp, type TestApp } from '../kit/app.ts'
import { type Model, type Move, play, refusedHere, type Standing, unborn } from './model.ts'
import type { System } from './walk.ts'

/** What is called for a move: an endpoint and what is said to it. */
export type Ask = { endpoint: Endpoint; body: object }

/** How the moves of one chart are made on a server: `stream` is undefined until the first of them has made one. */
export type Desk<M extends Move> = {
  /** Who does the moves of a new path: the logins behind the names in the model. */
  begin: (app: TestApp) => Promise<ReadonlyMap<string, string>>
  /** Undefined for what has no call where it is. */
  ask: (
    move: M,
    at: { version: number; stream: string | undefined },
    idOf: (name: string) => Promise<string>,
  ) => Promise<Ask | undefined>
  /** Brings about what nobody calls for, and no deadline brings. */
  bring?: (move: M, stream: string, app: TestApp) => Promise<unknown>
}

const second = 1000
const minute = 60 * second

/**
 * A small chart on a real server: each move by its call, or by waiting for its deadline; then what is stored is compared, and every call that
 * is not offered there is refused.
 */
export const officeSystem = async <M extends Move, Context>(
  model: Model<M, Context>,
  desk: Desk<M>,
  { databaseUrl }: { databaseUrl: string | undefined },
): Promise<System<M> & { app: TestApp }> => {
  const app = await testApp({ databaseUrl })
  const logins = new Map<string, { caller: Caller; at: number }>()
  const as = async (login: string) => {
    const last = logins.get(login)
    if (last && app.clock.now() - last.at < 15 * minute) return last.caller
    const caller = await app.login(login)
    logins.set(login, { caller, at: app.clock.now() })
    return caller
  }

  return {
    app,
    begin: async () => {
      const people = await desk.begin(app)
      const personOf = (name: string) => as(people.get(name) ?? name)
      let stream: string | undefined
      let standing: Standing<M, Context> = { ...unborn(model), at: app.clock.now() }

      const call = async (move: M) => {
        const at = { version: standing.state.version, stream }
        const asked = await desk.ask(move, at, async (name) => (await personOf(name)).id)
        return asked && (await personOf(move.by)).call(asked.endpoint, asked.body)
      }
      const make = async (move: M) => {
        const timer = standing.state.armed[move.type]
        if (timer) {
          app.clock.advance(timer.at - app.clock.now())
          return app.settle()
        }
        app.clock.advance(second)
        if (move.by === 'SYS' && stream && desk.bring) {
          await desk.bring(move, stream, app)
          return app.settle()
        }
        const answer = await call(move)
        if (!answer) throw new Error(`${move.type} has no call`)
        const { code, msg, data } = answer
        if (code) throw new Error(`${move.type} by ${move.by} is answered ${code}: ${msg}`)
        stream = (data as { stream: string }).stream
      }
      /** The moves that are taken although the chart does not offer them. */
      const takenInVain = async () => {
        const taken: string[] = []
        for (const move of model.moves)
          if (move.by !== 'SYS' && refusedHere(model, standing, move) && (await call(move))?.code === 0)
            taken.push(move.type)
        return taken
      }

      return {
        step: async (move) => {
          await make(move)
          standing = play(model, standing, move, app.clock.now())
          const inVain = await takenInVain()
          const stored = await app.server.store.state(stream!)
          const shown = ({ version, value, context }: typeof stored) => ({ version, place: stateName(value), context })
          return {
            expected: { ...shown(standing.state), inVain: [] },
            seen: { ...shown(stored), inVain },
          }
        },
      }
    },
    close: app.close,
  }
}
