import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvironment } from '../environment.ts'

/** The file that a command names and the embedded database's directory; throws without a file, or with DATABASE_URL. */
export const fileAndDirectory = (command: string): { file: string; directory: string } => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [file, ...others] = positionals
  if (!file || others.length > 0) throw new Error(`say one file: npm run ${command} -- <file>`)
  const { databaseUrl, dataDir } = readEnvironment(process.env)
  if (databaseUrl)
    throw new Error(
      'PostgreSQL is backed up and restored with its own programs, pg_dump and pg_restore: docs/guide/operations.md says how',
    )
  return { file: resolve(file), directory: dataDir }
}
