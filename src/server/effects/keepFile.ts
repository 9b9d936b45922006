import { sql } from 'kysely'
import { awaitedLater } from '../awaitedLater.ts'
import type { Database } from '../database.ts'

const chunkBytes = 512 * 1024

type Kept = {
  /** The table that has a row of this id for as long as the file is wanted. */
  run: 'export_run' | 'order_sheet_run'
  id: string
  /** A name of this writing's own. */
  file: string
}

/**
 * Keeps a file in pieces, each while the next one is written; answers its bytes, nothing when nobody wants it any more, and `again`
 * when the server stops.
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
    // Whoever takes it over writes it from the beginning.
    if (stopping.aborted) return { again: 0 }
    isKept = awaitedLater(keepPiece(db, kept, n, piece))
    bytes += piece.length
    n += 1
  }
  return (await isKept) ? bytes : undefined
}

/** False when the file is not wanted any more. The lock keeps a piece from coming after everything else was dropped. */
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
