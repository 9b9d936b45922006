import { beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../kit/engines.ts'
import { withApp } from '../kit/withApp.ts'
import { grantAll } from './grantAll.ts'
import { idsOf } from './idsOf.ts'
import type { IdOf } from './model.ts'
import { walkOverHttp } from './scenarios.http.ts'
import { actors, scenarios } from './scenarios.ts'

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let ids: IdOf
  beforeAll(async () => {
    await grantAll(app, actors)
    ids = await idsOf(app, actors)
  })

  const walked = scenarios().filter(({ level }) => level !== 'chart')
  test.each(walked.map((one) => [one.chart, one.about, one] as const))('%s: %s', async (_, __, one) => {
    expect(await walkOverHttp(app, ids, one)).toEqual([])
  })
})
