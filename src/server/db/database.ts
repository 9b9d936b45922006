import { Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { openDurable } from './durable.ts'
import { holdDirectory } from './lock.ts'
import { migrate } from './migrate.ts'
import { grantTo, refuseRights, roleOf } from './privileges.ts'
import type { Tables } from './tables.ts'

/** One database behind one interface. `listen` calls back at each notification; `fsyncs` counts those of the embedded engine. */
export type Database = {
  sql: Kysely<Tables>
  embedded: boolean
  listen: (channel: string, heard: (said: string) => void) => Promise<void>
  fsyncs: () => number
  close: () => Promise<void>
}

// Counts, positions and instants fit in a double; both drivers must say numbers.
const int8 = 20
const bytea = 17

/** The embedded engine in one directory, held for this process alone. `broken` is told when it can go on in a new process only. */
export const openEmbedded = async (directory: string, broken: (why: Error) => void = () => {}): Promise<Database> => {
  const release = await holdDirectory(directory)
  const { pglite, fsyncs } = await openDurable(join(directory, 'db'), (why) =>
    broken(new Error(`The database in ${directory} stopped (${why}). What was stored is safe: start Loket anew`)),
  )
  return fromPGlite(pglite, fsyncs, release)
}

export const fromPGlite = async (pglite: PGlite, fsyncs = () => 0, release = () => {}): Promise<Database> => {
  pglite.parsers[int8] = Number
  // PGlite's own go byte by byte through an array of strings; a photograph took milliseconds.
  pglite.parsers[bytea] = (text: string) => Buffer.from(text.slice(2), 'hex')
  pglite.serializers[bytea] = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`
  const sql = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
  await migrate(sql)
  return {
    sql,
    embedded: true,
    fsyncs,
    listen: async (channel, heard) => void (await pglite.listen(channel, heard)),
    close: async () => {
      await sql.destroy()
      release()
    },
  }
}

/** How long a process waits for PostgreSQL, in milliseconds. */
export type Patience = {
  /** For a connection. */
  connect: number
  /** For anything on a connection that is in use. */
  answer: number
  /** PostgreSQL itself, for the next statement of a transaction, whose locks are in others' way. */
  transaction: number
}

export const serving: Patience = { connect: 5_000, answer: 20_000, transaction: 10_000 }

const limited = ({ connect, answer, transaction }: Patience): pg.ClientConfig => ({
  connectionTimeoutMillis: connect,
  idle_in_transaction_session_timeout: transaction,
  // The driver's own limit on a query leaves its connection waiting for ever; this one ends it.
  stream: () => {
    const socket = new Socket()
    return socket.setTimeout(answer, () => socket.destroy(new Error(`PostgreSQL said nothing for ${answer} ms`)))
  },
})

// The driver's own promise keeps what it answered from going with the young objects: pages of rows that are read one after another
// outlived them all, and the process held half as much again.
const answerByCallback = (client: pg.PoolClient) => {
  const ask = client.query.bind(client) as (...asked: unknown[]) => unknown
  const promised = promisify(ask) as typeof ask
  client.query = ((...asked: unknown[]) =>
    (typeof asked.at(-1) === 'function' ? ask : promised)(...asked)) as typeof client.query
}

// A connection that ends, idle, in use or being closed, is no reason to fall over: its query fails, and the next one opens another.
const over = (pool: pg.Pool) => {
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    answerByCallback(client)
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * A PostgreSQL server, which several processes may share. Without `patience` a statement may take as long as it takes. With
 * `migrateUrl` the tables belong to that role, and the one that serves gets its rights from it.
 */
export const openPostgres = async (
  connectionString: string,
  patience?: Patience,
  migrateUrl?: string,
): Promise<Database> => {
  pg.types.setTypeParser(int8, Number)
  const config = { connectionString, ...(patience && limited(patience)) }
  const sql = over(new pg.Pool({ ...config, max: 10 }))
  const migrating = over(new pg.Pool({ connectionString: migrateUrl ?? connectionString }))
  try {
    await migrate(migrating)
    if (migrateUrl) {
      await grantTo(migrating, await roleOf(sql))
      await refuseRights(sql)
    }
  } catch (error) {
    await sql.destroy()
    throw error
  } finally {
    await migrating.destroy()
  }

  let closed = false
  let listener: pg.Client | undefined
  const listen = async (channel: string, heard: (said: string) => void) => {
    if (closed) return
    const client = new pg.Client(config)
    listener = client
    const beat = () => void client.query('select').catch(() => {})
    // Nothing said on a connection that only listens looks like one that is dead.
    const heartbeat = setInterval(beat, (patience?.answer ?? 60_000) * 0.6)
    client.on('error', () => {})
    client.on('end', () => {
      clearInterval(heartbeat)
      setTimeout(() => void listen(channel, heard).catch(() => {}), 1000).unref()
    })
    client.on('notification', ({ payload = '' }) => heard(payload))
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
  }
  return {
    sql,
    embedded: false,
    fsyncs: () => 0,
    listen,
    close: async () => {
      closed = true
      await listener?.end()
      await sql.destroy()
    },
  }
}
