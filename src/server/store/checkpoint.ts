import type { Database } from '../db/database.ts'
import type { Tx } from './command.ts'

/** Whether the log has events after a reader's checkpoint. Locks nothing, so the poll of an idle log writes nothing. */
export const isBehind = async ({ sql }: Database, name: string): Promise<boolean> => {
  const row = await sql
    .selectFrom('es_head')
    .leftJoin('es_checkpoint', (join) => join.on('name', '=', name))
    .select(['es_head.pos as head', 'es_checkpoint.pos as read'])
    .executeTakeFirstOrThrow()
  return row.head > (row.read ?? 0)
}

/** A reader's position, locked until the transaction ends; undefined when another process holds it or it is unknown. */
export const lockCheckpoint = async (tx: Tx, name: string): Promise<number | undefined> => {
  const row = await tx
    .selectFrom('es_checkpoint')
    .select('pos')
    .where('name', '=', name)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.pos
}

export const moveCheckpoint = (tx: Tx, name: string, pos: number) =>
  tx.updateTable('es_checkpoint').set({ pos }).where('name', '=', name).execute()
