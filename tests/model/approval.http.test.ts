import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { verify } from '../../src/server/maintenance/verify.ts'
import { engines, isChosen } from '../kit/engines.ts'
import { httpSystem } from './approval.http.ts'
import { approvalModel, shapeOf } from './approval.model.ts'
import { atlasOf, longestOf, pathsOf, usual } from './paths.ts'
import { walk } from './walk.ts'

const deep = inject('deep')
const atlas = atlasOf(approvalModel, { ...usual, rounds: deep ? 3 : usual.rounds })
const paths = pathsOf(approvalModel, atlas)

describe.each(engines())('on $engine', ({ engine, databaseUrl }) => {
  const walked = isChosen(databaseUrl) ? paths : longestOf(paths)
  let system: Awaited<ReturnType<typeof httpSystem>>
  beforeAll(async () => {
    system = await httpSystem({ databaseUrl, seed: usual.seed, everything: deep })
  })
  afterAll(() => system.close())

  test.each(walked.map((path, index) => [`${index + 1}, ${path.length} steps to ${path.at(-1)!.type}`, path] as const))(
    'path %s',
    async (_, path) => {
      expect(await walk(system, path)).toBeUndefined()
    },
  )

  test.runIf(isChosen(databaseUrl))('everything was tried in every shape of standing', () => {
    const { probed, tried } = system
    console.log(`${engine}: in ${probed.size} standings were refused`, Object.fromEntries(tried))
    expect(probed).toEqual(new Set(atlas.standings.map(shapeOf)))
  })

  test('afterwards the log has no gap, its chain holds, and a replay gives every state that is stored', async () => {
    expect((await verify(system.app.db)).problems).toEqual([])
  })
})
