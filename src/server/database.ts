import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { openDurable } from './durable.ts'
import { holdDirectory } from './lock.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

/** One database behind one interface. `listen` calls back at each notification; `fsyncs` counts those of the embedded engine. */
export type Database = {
  sql: Kysely<Tables>
  embedded: boolean
  listen: (channel: string, heard: () => void) => Promise<void>
  fsyncs: () => number
  close: () => Promise<void>
}

// Counts, positions and instants fit in a double; both drivers must say numbers.
const int8 = 20
const bytea = 17

/** The embedded engine in one directory, held for this process alone. */
export const openEmbedded = async (directory: string): Promise<Database> => {
  const release = await holdDirectory(directory)
  const { pglite, fsyncs } = await openDurable(join(directory, 'db'))
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

/** A PostgreSQL server, which several processes may share. */
export const openPostgres = async (connectionString: string): Promise<Database> => {
  pg.types.setTypeParser(int8, Number)
  const pool = new pg.Pool({ connectionString, max: 10 })
  // An idle connection that the server ends is no reason to fall over: the next query opens another.
  pool.on('error', () => {})
  const sql = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await migrate(sql)

  let closed = false
  let listener: pg.Client | undefined
  const listen = async (channel: string, heard: () => void) => {
    const client = new pg.Client({ connectionString })
    listener = client
    const again = () => {
      if (closed || listener !== client) return
      void client.end().catch(() => {})
      setTimeout(() => void listen(channel, heard).catch(again), 1000).unref()
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', heard)
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
