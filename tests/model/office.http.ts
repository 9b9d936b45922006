import { testApp, type TestApp } from '../kit/app.ts'
import type { Move } from './model.ts'
import { openOffice, type Process } from './office.ts'
import type { System } from './walk.ts'

/** Has a role without a grant for any call here. */
const outsider = 'telemarketer'

/**
 * A small chart on a real server: each move by its call, or by its deadline. Compares what is stored after each step. A
 * call must be refused if it is not offered, if the caller has no grant, or if it names an older version.
 */
export const officeSystem = async <M extends Move, Context>(
  process: Process<M, Context>,
  { databaseUrl }: { databaseUrl: string | undefined },
): Promise<System<M> & { app: TestApp }> => {
  const app = await testApp({ databaseUrl })
  const begin = openOffice(app)

  return {
    app,
    begin: async (path) => {
      const { ask, call, make, look, isAhead, isTaken, standing } = await begin(process, path)

      /** The answers that differ from the expected ones. */
      const wronglyAnswered = async () => {
        const wrong: string[] = []
        for (const move of process.model.moves.filter(({ by }) => by !== 'SYS')) {
          if (!isTaken(move)) {
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

      return {
        step: async (move) => {
          const before = standing().state.version === 0 ? await wronglyAnswered() : []
          await make(move, call)
          const { expected, seen } = await look(path[standing().path.length])
          // Where the system went on at once, no call is possible in between.
          const after = (await isAhead()) ? [] : await wronglyAnswered()
          return { expected: { ...expected, wrong: [] }, seen: { ...seen, wrong: [...before, ...after] } }
        },
      }
    },
    close: app.close,
  }
}
