import { globSync } from 'node:fs'
import type { Endpoint } from '../../src/services/endpoint.ts'

const folder = new URL('../../src/services/', import.meta.url)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'permission' in value && 'path' in value

/** Every declared endpoint, sorted by path. */
export const endpoints: readonly Endpoint[] = (
  await Promise.all(
    globSync('*.ts', { cwd: folder }).map(
      (name) => import(new URL(name, folder).href) as Promise<Record<string, unknown>>,
    ),
  )
)
  .flatMap((module) => Object.values(module).filter(isEndpoint))
  .toSorted((one, other) => (one.path < other.path ? -1 : 1))
