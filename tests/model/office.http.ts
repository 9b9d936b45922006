import { demoRoles } from '../../src/server/demo/staff.ts'
import { testApp, type TestApp } from '../kit/app.ts'
import { grantAll } from './grantAll.ts'
import { openListeners } from './listeners.ts'
import { type IdOf, type Move, placeOf } from './model.ts'
import { keptLogins, openOffice, type Process } from './office.ts'
import type { System } from './walk.ts'
import { openWitnesses } from './witness.ts'

/** Has a role without a grant for any call here. */
const outsider = 'agency'

const isStaff = (name: string) => name.split('.')[0]! in demoRoles

/**
 * A chart on a real server: each move by its call, or by its deadline. Compares what is stored after each step, and who
 * hears of it. A call must be refused if it is not offered, if the caller has no grant, or if it names an older version: all calls are tried
 * wherever the chart allows others than before. All people of the chart hold every right; what the business forbids one
 * of them is tried once in each state. A lean one only makes the moves.
 */
export const officeSystem = async <M extends Move, Context>(
  process: Process<M, Context>,
  { databaseUrl, isLean = false }: { databaseUrl: string | undefined; isLean?: boolean },
): Promise<System<M> & { app: TestApp; forbidden: ReadonlySet<string> }> => {
  const app = await testApp({ databaseUrl })
  const begin = openOffice(app)
  const witnessOf = await openWitnesses(app)
  const types = [...new Set(process.model.moves.filter(({ by }) => by !== 'SYS').map(({ type }) => type))]
  const people = [...new Set(process.model.moves.map(({ by }) => by)), 'admin'].filter(isStaff)
  await grantAll(app, people)
  const listen = await openListeners(app, keptLogins(app), [...people.map((name) => name.split('.')[0]!), 'admin'])
  const forbidden = new Set<string>()
  /** The transitions of which it was compared who hears. */
  const heard = new Set<string>()
  /** The states in which all calls were tried, each with the moves that it allows. */
  const tried = new Set<string>()

  return {
    app,
    forbidden,
    begin: async (path) => {
      const { ask, call, factOf, make, look, says, isAhead, isTaken, isOffered, idOf, stream, standing } = await begin(
        process,
        path,
      )
      const witness = witnessOf(process.model.name)

      /** What the business forbids in this standing, and the server accepts. */
      const wronglyAccepted = async (): Promise<string[]> => {
        if (isLean) return []
        const place = placeOf(standing())
        const ids = new Map(await Promise.all(people.map(async (name) => [name, await idOf(name)] as const)))
        const id: IdOf = (name) => ids.get(name) ?? name
        for (const type of types)
          for (const by of people) {
            const move = { ...process.model.moves.find((one) => one.type === type)!, by }
            const says = witness.forbids({ ...factOf(move, id), by: id(by) })
            const key = `${place} ${type} by ${by}: ${says}`
            if (!says || !isOffered(move) || forbidden.has(key)) continue
            const answer = await call(move)
            if (!answer) continue
            forbidden.add(key)
            if ((await app.server.store.history(stream()!)).length > witness.seen()) return [`${key}, is accepted`]
          }
        return []
      }

      /** The answers that differ from the expected ones. */
      const wronglyAnswered = async () => {
        const wrong: string[] = []
        const moves = process.model.moves.filter(({ by }) => by !== 'SYS')
        const allowed = new Set(moves.filter(isTaken))
        const key = JSON.stringify([placeOf(standing()), ...allowed])
        if (isLean || tried.has(key)) return []
        tried.add(key)
        for (const move of moves) {
          if (!allowed.has(move)) {
            if ((await call(move))?.code === 0) wrong.push(`${move.type} by ${move.by} is taken`)
            continue
          }
          // A caller with a link or a password is admitted by that, and not by a role.
          const asked = await ask(move)
          const byOutsider = asked?.as ? undefined : await call(move, outsider)
          // A call that all staff may make for themselves answers 404 for somebody else's record.
          const barred = asked?.endpoint.permission === 'granted' ? [4030] : [4030, 404]
          if (byOutsider && !barred.includes(byOutsider.code))
            wrong.push(`${move.type} by ${outsider}: ${byOutsider.code}`)
          const { version } = standing().state
          const late = version > 0 ? await call(move, move.by, version - 1) : undefined
          if (late && late.code !== 409) wrong.push(`${move.type} on an old version: ${late.code}`)
        }
        return wrong
      }

      /** Who hears of what was stored since a version; undefined where it was compared before. */
      const heardOf = async (transition: string, known: number) => {
        const now = witness.seen()
        if (isLean || now === known || heard.has(transition)) return undefined
        heard.add(transition)
        return listen(stream()!, known, now)
      }

      return {
        step: async (move) => {
          const from = placeOf(standing())
          const before = standing().state.version === 0 ? await wronglyAnswered() : []
          const known = witness.seen()
          await make(move, call)
          const { expected, seen } = await look(path[standing().path.length])
          const facts = await says()
          // Where the system went on at once, no call is possible in between.
          const after = (await isAhead()) ? [] : await wronglyAnswered()
          const judged = await witness.look(stream()!)
          const accepted = (await isAhead()) ? [] : await wronglyAccepted()
          const wrong = [...before, ...after, ...judged, ...accepted]
          const feed = await heardOf(`${from} ${move.type}`, known)
          return {
            expected: { ...expected, event: facts.expected, wrong: [], feed: feed?.expected },
            seen: { ...seen, event: facts.seen, wrong, feed: feed?.seen },
          }
        },
      }
    },
    close: app.close,
  }
}
