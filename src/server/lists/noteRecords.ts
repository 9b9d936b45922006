import type { Database } from '../db/database.ts'

/** Which records somebody has in hand with a page of the file, for whoever asks who saw one. */
export const noteRecords = async (db: Database, id: string, n: number, records: readonly string[]) => {
  const streams = [...new Set(records)]
  await db.sql
    .insertInto('export_seen')
    .values({ export: id, n, streams })
    .onConflict((conflict) => conflict.columns(['export', 'n']).doUpdateSet({ streams }))
    .execute()
}
