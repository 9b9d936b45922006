import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { Failure } from './walk.ts'

export const levels = ['chart', 'http', 'browser'] as const
export type Level = (typeof levels)[number]
export const engines = ['pglite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** Where a walk was made, so that it can be repeated there. */
export type Where = { chart: string; level: Level; engine: Engine; seed: number }

const failure = z.object({
  chart: z.string(),
  level: z.enum(levels),
  engine: z.enum(engines),
  seed: z.number(),
  steps: z.array(z.looseObject({ type: z.string(), by: z.string() })).check(z.minLength(1)),
  expected: z.unknown(),
  seen: z.unknown(),
})

/** A failure as stored in its file. */
export type Kept = z.infer<typeof failure>

const folder = 'test-results/model'

/** Writes a failure, its pictures and its traces to files; answers the file. The same failure has the same file. */
export const keep = (
  { chart, level, engine, seed }: Where,
  { steps, expected, seen, pictures }: Failure,
  into = folder,
): string => {
  const where: Where = { chart, level, engine, seed }
  const name = `${chart}-${level}-${hash('sha256', JSON.stringify([where, steps])).slice(0, 8)}`
  mkdirSync(into, { recursive: true })
  for (const { of, png, trace } of pictures) {
    writeFileSync(`${into}/${name}-${of}.png`, png)
    if (trace) writeFileSync(`${into}/${name}-${of}.trace.zip`, trace)
  }
  writeFileSync(`${into}/${name}.json`, `${JSON.stringify({ ...where, steps, expected, seen }, null, 2)}\n`)
  return `${into}/${name}.json`
}

/** Reads a kept failure. Throws when the file is missing or invalid. */
export const kept = (file: string): Kept => {
  const { data, error } = failure.safeParse(contentOf(file))
  if (error)
    throw new Error(`${file} is no kept failure: its ${error.issues[0]!.path.join('.') || 'content'} is wrong.`)
  return data
}

const contentOf = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`)
  }
}
