import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { startPostgres, type Postgres } from '../../scripts/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** PostgreSQL's connection URL; undefined on a machine without it. Each test creates its own database there. */
    databaseUrl: string | undefined
    /** Whether `npm run test:deep` requested longer walks. */
    deep: boolean
    mutants: boolean
  }
}

const memory = '/dev/shm'
// An estimate: the write-ahead log alone may take 1 GiB, and templates and tests' databases 12 MB or more each.
const neededBytes = 4 * 2 ** 30

/**
 * Chooses the cluster's parent folder: memory where there is room, since creating a database there takes a twentieth of
 * the time. Tests kill Loket's processes, never the machine, so data in memory survives all that they do.
 */
function clusterParent(): string {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= neededBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

// Each project that names this file runs it, perhaps as a separate module copy, so the one cluster is kept on
// `globalThis`.
const run = globalThis as typeof globalThis & { loketPostgres?: Promise<Postgres | undefined> }

export async function setup(project: TestProject) {
  const postgres = await (run.loketPostgres ??= startPostgres(clusterParent()))
  project.provide('databaseUrl', postgres?.url)
  return () => postgres?.stop()
}
