import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../src/server/verify.ts'
import type { TestApp } from '../kit/app.ts'
import { engines } from '../kit/engines.ts'
import type { Model, Move } from './model.ts'
import { atlasOf, pathsOf, usual } from './paths.ts'
import { reviewerModel } from './reviewer.moves.ts'
import { groupSystem, reviewerSystem } from './reviewers.http.ts'
import { reviewGroupModel } from './reviewGroup.moves.ts'
import { ruleSetSystem } from './ruleset.http.ts'
import { ruleSetModel } from './ruleset.moves.ts'
import { type System, walk } from './walk.ts'

type Open<M extends Move> = (options: { databaseUrl: string | undefined }) => Promise<System<M> & { app: TestApp }>

const walked = <M extends Move, Context>(model: Model<M, Context>, open: Open<M>) => {
  const paths = pathsOf(model, atlasOf(model, usual))
  describe.each(engines())(`${model.name} on $engine`, ({ databaseUrl }) => {
    let system: Awaited<ReturnType<Open<M>>>
    beforeAll(async () => {
      system = await open({ databaseUrl })
    })
    afterAll(() => system.close())

    test.each(
      paths.map((path, index) => [`${index + 1}, ${path.length} steps to ${path.at(-1)!.type}`, path] as const),
    )('path %s', async (_, path) => {
      expect(await walk(system, path)).toBeUndefined()
    })

    test('afterwards every row is what its events say', async () => {
      expect((await verify(system.app.db)).problems).toEqual([])
    })
  })
}

walked(reviewGroupModel, groupSystem)
walked(reviewerModel, reviewerSystem)
walked(ruleSetModel, ruleSetSystem)
