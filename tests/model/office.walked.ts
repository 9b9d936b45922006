import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../src/server/verify.ts'
import { engines } from '../kit/engines.ts'
import type { Move } from './model.ts'
import { officeSystem } from './office.http.ts'
import type { Process } from './office.ts'
import { atlasOf, pathsOf, usual } from './paths.ts'
import { walk } from './walk.ts'

/** Tests that walk every path of a small chart over HTTP, on both engines. */
export const walkedOverHttp = <M extends Move, Context>(open: () => Process<M, Context>) => {
  const { model } = open()
  const paths = pathsOf(model, atlasOf(model, usual))
  describe.each(engines())(`${model.name} on $engine`, ({ databaseUrl }) => {
    let system: Awaited<ReturnType<typeof officeSystem<M, Context>>>
    beforeAll(async () => {
      system = await officeSystem(open(), { databaseUrl })
    })
    afterAll(() => system.close())

    test.each(
      paths.map((path, index) => [`${index + 1}, ${path.length} steps to ${path.at(-1)!.type}`, path] as const),
    )(
      'path %s',
      async (_, path) => {
        expect(await walk(system, path)).toBeUndefined()
      },
      // Each step tries dozens of refusals.
      60_000,
    )

    test('afterwards every row is what its events say', async () => {
      expect((await verify(system.app.db)).problems).toEqual([])
    })
  })
}
