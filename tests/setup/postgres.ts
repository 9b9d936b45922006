import type { TestProject } from 'vitest/node'
import { startPostgres, type Postgres } from '../../scripts/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where PostgreSQL listens; undefined on a machine that has none. A test makes its own database there. */
    databaseUrl: string | undefined
    /** Whether `npm run test:deep` asked for longer walks. */
    deep: boolean
  }
}

// Each project that names this file runs it, and may load its own copy of it: the one cluster is kept beyond the module.
const run = globalThis as typeof globalThis & { loketPostgres?: Promise<Postgres | undefined> }

export async function setup(project: TestProject) {
  const postgres = await (run.loketPostgres ??= startPostgres())
  project.provide('databaseUrl', postgres?.url)
  return () => postgres?.stop()
}
