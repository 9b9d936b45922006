import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { awaitedLater } from '../kit/awaitedLater.ts'

const chunkBytes = 512 * 1024

type Kept = {
  /** The table that has a row of this id for as long as the file is wanted. */
  run: 'export_run' | 'order_sheet_run'
  id: string
  /** Unique to this attempt, so that an earlier attempt's chunks are never mixed in. */
  file: string
}

/**
 * Stores a file in pieces; each is inserted while the next one is made. Returns the size in bytes, undefined when the
 * run's row is gone, and `again` when the server stops.
 */
export const keepFile = async (
  db: Database,
  kept: Kept,
  content: AsyncIterable<Uint8Array>,
  stopping: AbortSignal,
): Promise<number | { again: number } | undefined> => {
  let bytes = 0
  let n = 0
  let isKept = Promise.resolve(true)
  for await (const piece of inPieces(content)) {
    if (!(await isKept)) return undefined
    // The next worker writes the file from the beginning.
    if (stopping.aborted) return { again: 0 }
    isKept = awaitedLater(keepPiece(db, kept, n, piece))
    bytes += piece.length
    n += 1
  }
  return (await isKept) ? bytes : undefined
}

/** False when the run's row is gone. `for key share` keeps a chunk from being inserted after the run was dropped. */
const keepPiece = async (db: Database, { run, id, file }: Kept, n: number, piece: Buffer): Promise<boolean> => {
  const { rows } = await sql`
    insert into export_chunk (export, file, n, data)
    select id, ${file}::text, ${n}::int, ${piece}::bytea from ${sql.table(run)} where id = ${id} for key share
    returning n`.execute(db.sql)
  return rows.length > 0
}

async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const part of content) {
    held.push(part)
    bytes += part.length
    if (bytes < chunkBytes) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held)
}
