import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../src/server/maintenance/verify.ts'
import { engines, isChosen } from '../kit/engines.ts'
import type { Move } from './model.ts'
import { officeSystem } from './office.http.ts'
import type { Process } from './office.ts'
import { atlasOf, longestOf, pathsOf, usual } from './paths.ts'
import { walk } from './walk.ts'

/** Tests that walk every path of a small chart over HTTP, and the longest one on the other engine too. */
export const walkedOverHttp = <M extends Move, Context>(open: () => Process<M, Context>) => {
  const { model } = open()
  const paths = pathsOf(model, atlasOf(model, usual))
  describe.each(engines())(`${model.name} on $engine`, ({ databaseUrl }) => {
    const walked = isChosen(databaseUrl) ? paths : longestOf(paths)
    let system: Awaited<ReturnType<typeof officeSystem<M, Context>>>
    beforeAll(async () => {
      system = await officeSystem(open(), { databaseUrl })
    })
    afterAll(() => system.close())

    test.each(
      walked.map((path, index) => [`${index + 1}, ${path.length} steps to ${path.at(-1)!.type}`, path] as const),
    )('path %s', async (_, path) => {
      expect(await walk(system, path)).toBeUndefined()
    })

    test('afterwards every row is what its events say', async () => {
      console.log(`${model.name}: ${system.forbidden.size} things that the business forbids were refused`)
      expect((await verify(system.app.db)).problems).toEqual([])
    })
  })
}
