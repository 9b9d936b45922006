import type { Database } from '../db/database.ts'
import type { Tx } from './command.ts'

/** Whether the log goes on after a reader's checkpoint. It locks nothing: the look at an idle log, once a second, writes nothing. */
export const isBehind = async ({ sql }: Database, name: string): Promise<boolean> => {
  const row = await sql
    .selectFrom('es_head')
    .leftJoin('es_checkpoint', (join) => join.on('name', '=', name))
    .select(['es_head.pos as head', 'es_checkpoint.pos as read'])
    .executeTakeFirstOrThrow()
  return row.head > (row.read ?? 0)
}

/** A reader's position, locked until the transaction ends; undefined when another process has it, or nobody ever wrote one. */
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
