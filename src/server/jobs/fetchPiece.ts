import { idOf } from '../../machines/kernel.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { type Call, place } from '../staff/call.ts'

type Piece = { file: string | null; n: number }

/** A piece of a job's file, in base64. The first piece writes an audit entry; without it the others are 404. */
export const fetchPiece = async (
  { db, audit }: Pick<Server, 'db' | 'audit'>,
  stream: string,
  { file, n }: Piece,
  call: Call<unknown>,
): Promise<{ data: string; next: number | null }> => {
  const [chunk, next] = await db.sql
    .selectFrom('export_chunk')
    .select(['n', 'data'])
    .where('export', '=', idOf(stream))
    .where('file', '=', file)
    .where('n', '>=', n)
    .orderBy('n')
    .limit(2)
    .execute()
  if (chunk?.n !== n) throw notFound()
  const entry = { actor: call.by, type: 'exportFetched', subject: stream }
  if (n === 0) await audit.record({ at: call.now, ...entry, data: place(call) })
  else if (!(await audit.has(entry))) throw notFound()
  return { data: Buffer.from(chunk.data).toString('base64'), next: next?.n ?? null }
}
