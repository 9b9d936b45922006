import { parseArgs, type ParseArgsConfig } from 'node:util'
import { type Database, openEmbedded, openPostgres } from '../db/database.ts'
import { readEnvironment } from '../environment.ts'

/**
 * Runs one task on the database that the environment names, closes it, and ends with what the task answered: true is 0. Refuses
 * arguments that are not among the options. `asOwner` is for what makes tables: as the role that they belong to, when it is another.
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

/** Ends the process badly, once what is in hand is done, saying why. */
export const fail = (error: unknown): void => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

// Whatever is in hand will never be done.
const stop = (why: Error): never => {
  console.error(why.message)
  process.exit(1)
}
