import type { Database } from '../db/database.ts'

/** Stores which records a page of an exported file contains, to answer who has seen a record. */
export const noteRecords = async (db: Database, id: string, n: number, records: readonly string[]) => {
  const streams = [...new Set(records)]
  await db.sql
    .insertInto('export_seen')
    .values({ export: id, n, streams })
    .onConflict((conflict) => conflict.columns(['export', 'n']).doUpdateSet({ streams }))
    .execute()
}
