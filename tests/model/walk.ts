import { isDeepStrictEqual, stripVTControlCharacters } from 'node:util'
import type { Move } from './model.ts'

/** The expected and the actual result of a step. */
export type Shown = { expected: unknown; seen: unknown }

/** What a person's page shows, and the Playwright trace of how it came there. */
export type Picture = { of: string; png: Uint8Array; trace?: Uint8Array }

/** One instance at any level. A step that throws was refused. */
export type Visit<M extends Move> = {
  step(move: M): Promise<Shown>
  pictures?(): Promise<Picture[]>
}

/** What is walked; every path begins with a new instance. */
export type System<M extends Move = Move> = {
  begin(path: readonly M[]): Promise<Visit<M>>
  close(): Promise<void>
}

/** The steps up to and including the first that showed something else. */
export type Failure<M extends Move = Move> = Shown & { steps: readonly M[]; pictures: readonly Picture[] }

/** Walks a path step by step; answers its first failure. */
export const walk = async <M extends Move>(
  system: System<M>,
  path: readonly M[],
  onStep: (move: M) => void = () => {},
): Promise<Failure<M> | undefined> => {
  const visit = await system.begin(path)
  for (const [index, move] of path.entries()) {
    const shown = stored(await visit.step(move).catch(refused))
    if (!isDeepStrictEqual(shown.expected, shown.seen))
      return { ...shown, steps: path.slice(0, index + 1), pictures: (await visit.pictures?.()) ?? [] }
    onStep(move)
  }
  return undefined
}

const refused = (error: unknown): Shown => ({
  expected: 'the move is taken',
  seen: stripVTControlCharacters(error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' '),
})

/** As JSON, so that an undefined field equals a missing one. */
const stored = (shown: Shown) => JSON.parse(JSON.stringify(shown)) as Shown
