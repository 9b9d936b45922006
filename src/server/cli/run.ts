import { type Database, openEmbedded, openPostgres } from '../database.ts'
import { readEnvironment } from '../environment.ts'

/** Runs one task on the database that the environment names, closes it, and ends with what the task answered: true is 0. */
export const runOn = async (task: (db: Database) => Promise<boolean>): Promise<void> => {
  try {
    const { databaseUrl, dataDir } = readEnvironment(process.env)
    const db = databaseUrl ? await openPostgres(databaseUrl) : await openEmbedded(dataDir)
    try {
      process.exitCode = (await task(db)) ? 0 : 1
    } finally {
      await db.close()
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
