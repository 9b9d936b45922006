import { testApp } from '../kit/app.ts'
import { factOf } from './approval.fact.ts'
import { approvalModel, shapeOf } from './approval.model.ts'
import { type Move, moves, staff } from './approval.moves.ts'
import { inTurn, probe } from './approval.probe.ts'
import { attempts } from './approval.refused.ts'
import { expected, openDriver, type Order } from './approval.server.ts'
import { draw } from './draw.ts'
import { placeOf, refusedHere } from './model.ts'
import type { System } from './walk.ts'
import { openWitnesses } from './witness.ts'

type Options = {
  databaseUrl: string | undefined
  seed: number
  /** Tries every refusal; otherwise one of each group that differs only in who acts. */
  everything: boolean
}

/**
 * The server, called as by browsers and the customer's app. Each step also tries the calls that must be refused
 * afterwards.
 */
export const httpSystem = async ({ databaseUrl, seed, everything }: Options) => {
  const app = await testApp({ databaseUrl })
  const driver = await openDriver(app)
  const probed = new Set<string>()
  const tried = new Map<string, number>()
  const witnessOf = await openWitnesses(app)
  const forbidden = new Set<string>()

  /** The first wrong answer; tried once for each shape of a standing. */
  const wrongIn = async (order: Order) => {
    const shape = shapeOf(order.standing)
    if (probed.has(shape)) return []
    const chosen = everything ? attempts(order.standing) : inTurn(order, draw(seed, shape))
    const tries = await probe(driver, order, chosen)
    // A call that was wrongly accepted moved the order on, so the later answers say nothing.
    const wrong = tries.find(({ answer, expected }) => answer !== expected)
    if (wrong) return [wrong]
    probed.add(shape)
    for (const { kind } of tries) tried.set(kind, (tried.get(kind) ?? 0) + 1)
    return []
  }

  const system: System<Move> = {
    begin: async (path) => {
      let order = driver.begin(path[0]!)
      const witness = witnessOf('approval')

      /** What the business forbids in this standing, and the server accepts. */
      const wronglyAccepted = async (): Promise<string[]> => {
        const { standing } = order
        for (const move of moves.filter(({ by }) => staff.includes(by))) {
          const says = witness.forbids(factOf(move, standing, app.clock.now(), driver.idOf))
          const key = `${placeOf(standing)} ${move.type} by ${move.by}: ${says}`
          if (!says || forbidden.has(key) || refusedHere(approvalModel, standing, move) === 'notOffered') continue
          forbidden.add(key)
          if ((await driver.ask(order, move, `forbidden ${crypto.randomUUID()}`)).code === 0)
            return [`${key}, is accepted`]
        }
        return []
      }

      return {
        step: async (move) => {
          const before = order.standing.state.version === 0 ? await wrongIn(order) : []
          order = await driver.make(order, move)
          const seen = await driver.look(order)
          const wrong = [...before, ...(await wrongIn(order))]
          const judged = [...(await witness.look(`approval/${order.orderNo}`)), ...(await wronglyAccepted())]
          const refusals = (of: 'answer' | 'expected') => wrong.map((one) => `${one.kind}, ${one.what}: ${one[of]}`)
          return {
            expected: { ...expected(order), refusals: refusals('expected'), judged: [] },
            seen: { ...seen, refusals: refusals('answer'), judged },
          }
        },
      }
    },
    close: app.close,
  }
  return { ...system, app, probed, tried, forbidden }
}
