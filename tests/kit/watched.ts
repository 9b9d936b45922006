import { randomUUID } from 'node:crypto'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { createApp } from '../../src/server/app.ts'
import type { Database } from '../../src/server/db/database.ts'
import type { Tables } from '../../src/server/db/tables.ts'
import type { Endpoint, InputOf } from '../../src/services/endpoint.ts'
import type { Caller, TestApp } from './app.ts'
import { addressOf } from './engines.ts'
import { blocksOf, drawn, faultsOf, planOf } from './plans.ts'

/** What a plan may cost: which tables it may not scan, how many rows it may sort or discard, how many blocks it may read. */
export type Bounds = { big: readonly string[]; mostRows: number; mostBlocks?: number }

/** An app on PostgreSQL through its own pool, which records the queries that it sends. */
export const watched = async (app: TestApp, databaseUrl: string) => {
  const pool = new pg.Pool({ connectionString: await addressOf(app.db, databaseUrl) })
  // The database is dropped while the last connections are still closing.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let asked: CompiledQuery[] = []
  const sql = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
  const db: Database = { ...app.db, sql }
  const { clock, channels, log } = app.server
  const { app: api } = await createApp({ db, clock, ids: randomUUID, channels, log })

  /** The queries during `run`. */
  const during = async (run: () => Promise<unknown>): Promise<CompiledQuery[]> => {
    asked = []
    await run()
    return asked
  }

  /** The queries of one call, which must succeed. */
  const calling = <E extends Endpoint>(caller: Caller, endpoint: E, input: InputOf<E>) =>
    during(async () => {
      const query = endpoint.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
      const response = await api.request(`/api${endpoint.path}${query}`, {
        method: endpoint.method,
        headers: { 'content-type': 'application/json', 'x-token': caller.token, cookie: caller.cookie },
        ...(endpoint.method === 'POST' ? { body: JSON.stringify(input) } : {}),
      })
      expect(await response.json(), JSON.stringify(input)).toMatchObject({ code: 0 })
    })

  const planOfQuery = (query: CompiledQuery) => planOf(pool, query)

  /** The plans of those queries that `isRead` selects, at least one, that would not do for more rows. */
  const faults = async (
    asked: readonly CompiledQuery[],
    isRead: (text: string) => boolean,
    { big, mostRows, mostBlocks = Infinity }: Bounds,
  ): Promise<string[]> => {
    const queries = asked.filter(({ sql: text }) => isRead(text))
    expect(queries).not.toEqual([])
    const plans = await Promise.all(queries.map(planOfQuery))
    return plans.flatMap((plan) => {
      const found = faultsOf(plan, big, mostRows)
      if (blocksOf(plan) > mostBlocks) found.push(`looks at ${blocksOf(plan)} blocks`)
      return found.length > 0 ? [`${found.join(', ')}\n${drawn(plan)}`] : []
    })
  }

  return {
    db,
    during,
    calling,
    faults,
    planOf: planOfQuery,
    close: () => pool.end(),
  }
}

export type Watched = Awaited<ReturnType<typeof watched>>
