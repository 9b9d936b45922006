import type { TestProject } from 'vitest/node'
import { startPostgres, type Postgres } from '../../scripts/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** PostgreSQL's connection URL; undefined on a machine without it. Each test creates its own database there. */
    databaseUrl: string | undefined
    /** Whether `npm run test:deep` requested longer walks. */
    deep: boolean
  }
}

// Each project that names this file runs it, perhaps as a separate module copy, so the one cluster is kept on
// `globalThis`.
const run = globalThis as typeof globalThis & { loketPostgres?: Promise<Postgres | undefined> }

export async function setup(project: TestProject) {
  const postgres = await (run.loketPostgres ??= startPostgres())
  project.provide('databaseUrl', postgres?.url)
  return () => postgres?.stop()
}
