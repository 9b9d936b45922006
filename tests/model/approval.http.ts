import { testApp } from '../kit/app.ts'
import { shapeOf } from './approval.model.ts'
import type { Move } from './approval.moves.ts'
import { inTurn, probe } from './approval.probe.ts'
import { attempts } from './approval.refused.ts'
import { expected, openDesk, type Order } from './approval.server.ts'
import { draw } from './draw.ts'
import type { System } from './walk.ts'

type Options = {
  databaseUrl: string | undefined
  seed: number
  /** Tries everything that must be refused; otherwise, of what differs only in whom it comes from, one. */
  everything: boolean
}

/** The server, called as browsers and the customer's app call it. Each step also tries what must be refused where it leads. */
export const httpSystem = async ({ databaseUrl, seed, everything }: Options) => {
  const app = await testApp({ databaseUrl })
  const desk = await openDesk(app)
  const probed = new Set<string>()
  const tried = new Map<string, number>()

  /** What is first answered otherwise; once in each shape that a standing can have. */
  const wrongIn = async (order: Order) => {
    const shape = shapeOf(order.standing)
    if (probed.has(shape)) return []
    const chosen = everything ? attempts(order.standing) : inTurn(order, draw(seed, shape))
    const tries = await probe(desk, order, chosen)
    // What was taken instead of refused moved the order on: the answers after it say nothing.
    const wrong = tries.find(({ answer, expected }) => answer !== expected)
    if (wrong) return [wrong]
    probed.add(shape)
    for (const { kind } of tries) tried.set(kind, (tried.get(kind) ?? 0) + 1)
    return []
  }

  const system: System<Move> = {
    begin: async (path) => {
      let order = desk.begin(path[0]!)
      return {
        step: async (move) => {
          const before = order.standing.state.version === 0 ? await wrongIn(order) : []
          order = await desk.make(order, move)
          const seen = await desk.look(order)
          const wrong = [...before, ...(await wrongIn(order))]
          const refusals = (of: 'answer' | 'expected') => wrong.map((one) => `${one.kind}, ${one.what}: ${one[of]}`)
          return {
            expected: { ...expected(order), refusals: refusals('expected') },
            seen: { ...seen, refusals: refusals('answer') },
          }
        },
      }
    },
    close: app.close,
  }
  return { ...system, app, probed, tried }
}
