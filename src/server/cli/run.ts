import { parseArgs, type ParseArgsConfig } from 'node:util'
import { type Database, openEmbedded, openPostgres } from '../db/database.ts'
import { readEnvironment } from '../environment.ts'

/**
 * Runs one task on the environment's database and closes it; the exit code is 0 when the task returns true. Refuses
 * unknown arguments. `asOwner` connects as the role of MIGRATE_URL, for a task that creates tables.
 */
export const runOn = async (
  task: (db: Database) => Promise<boolean>,
  options: NonNullable<ParseArgsConfig['options']> = {},
  { asOwner = false }: { asOwner?: boolean } = {},
): Promise<void> => {
  try {
    parseArgs({ options })
    const { databaseUrl, migrateUrl, dataDir } = readEnvironment(process.env)
    const db = !databaseUrl
      ? await openEmbedded(dataDir, stop)
      : asOwner && migrateUrl
        ? await openPostgres(migrateUrl)
        : await openPostgres(databaseUrl, undefined, migrateUrl)
    try {
      process.exitCode = (await task(db)) ? 0 : 1
    } finally {
      await db.close()
    }
  } catch (error) {
    fail(error)
  }
}

/** Prints an error and sets exit code 1; the process ends once its pending work is done. */
export const fail = (error: unknown): void => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

// Exits at once: pending work would never finish, because the embedded database has stopped.
const stop = (why: Error): never => {
  console.error(why.message)
  process.exit(1)
}
