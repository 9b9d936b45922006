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

/** A database of either engine. `listen` calls back at each notification; `fsyncs` counts the embedded engine's. */
export type Database = {
  sql: Kysely<Tables>
  embedded: boolean
  listen: (channel: string, heard: (payload: string) => void) => Promise<void>
  fsyncs: () => number
  close: () => Promise<void>
}

// Counts, positions and instants fit in a double, so both drivers must return numbers.
const int8 = 20
const bytea = 17

/** Opens the embedded engine, its directory locked for this process. `broken`: only a new process can go on. */
export const openEmbedded = async (directory: string, broken: (why: Error) => void = () => {}): Promise<Database> => {
  const release = await holdDirectory(directory)
  const { pglite, fsyncs } = await openDurable(join(directory, 'db'), (why) =>
    broken(new Error(`The database in ${directory} stopped (${why}). What was stored is safe: start Loket anew`)),
  )
  return fromPGlite(pglite, fsyncs, release)
}

export const fromPGlite = async (pglite: PGlite, fsyncs = () => 0, release = () => {}): Promise<Database> => {
  pglite.parsers[int8] = Number
  // PGlite's own parser and serializer go through an array of strings, byte by byte; a photograph took milliseconds.
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
  /** For any traffic on a connection in use. */
  answer: number
  /** How long PostgreSQL waits for a transaction's next statement, because its locks block others. */
  transaction: number
}

export const serving: Patience = { connect: 5_000, answer: 20_000, transaction: 10_000 }

const limited = ({ connect, answer, transaction }: Patience): pg.ClientConfig => ({
  connectionTimeoutMillis: connect,
  idle_in_transaction_session_timeout: transaction,
  // The driver's own query time-out leaves the connection waiting for ever; this one closes it.
  stream: () => {
    const socket = new Socket()
    return socket.setTimeout(answer, () => socket.destroy(new Error(`PostgreSQL said nothing for ${answer} ms`)))
  },
})

// The driver's own promise keeps its result out of young-generation garbage collection. Pages of rows read one after
// another then lived long, and the process used half as much memory again.
const answerByCallback = (client: pg.PoolClient) => {
  const ask = client.query.bind(client) as (...asked: unknown[]) => unknown
  const promised = promisify(ask) as typeof ask
  client.query = ((...asked: unknown[]) =>
    (typeof asked.at(-1) === 'function' ? ask : promised)(...asked)) as typeof client.query
}

// A lost connection must not crash the process: its query fails, and the next query opens another connection.
const over = (pool: pg.Pool) => {
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    answerByCallback(client)
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Opens a PostgreSQL database, which several processes may share. Without `patience` a statement has no time-out. With
 * `migrateUrl` that role owns the tables and grants the serving role its privileges.
 */
export const openPostgres = async (
  connectionString: string,
  patience?: Patience,
  migrateUrl?: string,
): Promise<Database> => {
  pg.types.setTypeParser(int8, Number)
  // PostgreSQL expects many rows of a long period, and took up to three seconds to compile a query that runs for a fifth of one.
  const config = { connectionString, options: '-c jit=off', ...(patience && limited(patience)) }
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
  const listen = async (channel: string, heard: (payload: string) => void) => {
    if (closed) return
    const client = new pg.Client(config)
    listener = client
    const beat = () => void client.query('select').catch(() => {})
    // Without a heartbeat, the idle time-out would close a connection that only listens.
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
