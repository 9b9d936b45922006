import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Whole } from '../../src/server/process.ts'
import { processes } from '../../src/server/processes.ts'
import type { Server } from '../../src/server/server.ts'

/** The names of the effects that processes do. Only names are read; none of them runs. */
export const effectsDone = (): string[] =>
  processes.flatMap(({ effects = {} }) =>
    Object.values(effects).flatMap((effectsOf) => Object.keys(effectsOf({} as Server, {} as Whole))),
  )

/** Every value that a file of src/services exports. */
export const exportedByServices = async (): Promise<unknown[]> => {
  const modules = await Promise.all(
    globSync('src/services/*.ts').map((path) => import(resolve(path)) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap((module) => Object.values(module))
}
