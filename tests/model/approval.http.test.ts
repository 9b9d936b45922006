import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { verify } from '../../src/server/verify.ts'
import { testApp, type TestApp } from '../kit/app.ts'
import { engines } from '../kit/engines.ts'
import { modelOf, pathsOf, shapeOf } from './approval.paths.ts'
import { inTurn, probe } from './approval.probe.ts'
import { attempts } from './approval.refused.ts'
import { type Desk, expected, openDesk, type Order } from './approval.server.ts'

const deep = inject('deep')
const model = modelOf(deep ? 3 : 2)
const paths = pathsOf(model)

describe.each(engines())('on $engine', ({ engine, databaseUrl }) => {
  let app: TestApp
  let desk: Desk
  beforeAll(async () => {
    app = await testApp({ databaseUrl })
    desk = await openDesk(app)
  })
  afterAll(() => app.close())

  const probed = new Set<string>()
  const tried = new Map<string, number>()

  /** Once in each shape that a standing can have. */
  const refuseAll = async (order: Order) => {
    const shape = shapeOf(order.standing)
    if (probed.has(shape)) return
    const tries = await probe(desk, order, deep ? attempts(order.standing) : inTurn(order, probed.size))
    probed.add(shape)
    for (const { kind } of tries) tried.set(kind, (tried.get(kind) ?? 0) + 1)
    expect(tries.filter((one) => one.answer !== one.expected)).toEqual([])
  }

  test.each(paths.map((path, index) => [`${index + 1}, ${path.length} steps to ${path.at(-1)!.type}`, path] as const))(
    'path %s',
    async (_, path) => {
      let order = desk.begin(path[0]!)
      await refuseAll(order)
      for (const move of path) {
        order = await desk.make(order, move)
        expect(await desk.look(order), `after ${move.type} by ${move.by}`).toEqual(expected(order))
        await refuseAll(order)
      }
    },
  )

  test('everything was tried in every shape of standing', () => {
    console.log(`${engine}: in ${probed.size} standings were refused`, Object.fromEntries(tried))
    expect(probed).toEqual(new Set(model.standings.map(shapeOf)))
  })

  test('afterwards the log has no gap, its chain holds, and a replay gives every state that is stored', async () => {
    expect((await verify(app.db)).problems).toEqual([])
  })
})
