import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { start } from '../../kit/app.ts'
import { engines } from '../../kit/engines.ts'
import { ownDatabase } from '../../kit/templates.ts'

describe.each(engines())('two databases with one lender, on $engine', ({ databaseUrl }) => {
  const both: Database[] = []
  beforeAll(async () => {
    const lender = { orders: 0, charted: 0, at: start }
    both.push(await ownDatabase(databaseUrl, lender), await ownDatabase(databaseUrl, lender))
  })
  afterAll(async () => {
    for (const { close } of both) await close()
  })
  const chainOf = ({ sql }: Database) => sql.selectFrom('es_event').select(['id', 'hash']).orderBy('pos').execute()
  const secretsOf = ({ sql }: Database) => sql.selectFrom('secret').selectAll().orderBy('name').execute()

  test('have the same events, hashes, passwords and keys: both are copies of what was made once', async () => {
    const [one, other] = both as [Database, Database]
    expect((await chainOf(one)).length).toBeGreaterThan(0)
    expect(await chainOf(one)).toEqual(await chainOf(other))
    expect(await secretsOf(one)).toEqual(await secretsOf(other))
    const passwords = both.map(({ sql }) => sql.selectFrom('profile').select('password').orderBy('id').execute())
    const [ones, others] = await Promise.all(passwords)
    expect(ones).toEqual(others)
  })

  test('are two: what is done to one is not done to the other, nor to a third', async () => {
    const [one, other] = both as [Database, Database]
    const before = await chainOf(other)
    await one.sql.deleteFrom('secret').execute()
    expect(await secretsOf(one)).toEqual([])
    expect(await secretsOf(other)).toHaveLength(1)
    const third = await ownDatabase(databaseUrl, { orders: 0, charted: 0, at: start })
    both.push(third)
    expect(await secretsOf(third)).toEqual(await secretsOf(other))
    expect(await chainOf(third)).toEqual(before)
  })
})
