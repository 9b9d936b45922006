import { setImmediate } from 'node:timers/promises'
import { forEverybody } from '../kit/loopShare.ts'
import { awaitedLater } from '../kit/prefetch.ts'
import type { Command, Outcome } from './command.ts'

/** A command on its way. `tries` counts how often somebody else was faster. */
export type Attempt = {
  command: Command
  request: string
  tries: number
  settle: (outcome: Outcome | Promise<Outcome>) => void
  fail: (error: unknown) => void
}

/** How many commands one transaction stores at most: whoever else has one waits for it, and perhaps for one more. */
export const most = 200

type Parts<Decided> = {
  decide: (batch: readonly Attempt[]) => Promise<Decided>
  /** Stores what was decided and answers the attempts that have to be made again. */
  store: (decided: Decided) => Promise<Attempt[]>
  reach: () => Promise<unknown>
}
type Batch<Decided> = { attempts: readonly Attempt[]; decided: Promise<Decided> }

/**
 * One writer a process: what waits goes into one transaction with one fsync. When a batch of several fails, each is tried alone, so
 * that only the one at fault fails. With a database that does not answer `reach`, all fail at once: otherwise each would wait for its
 * time-out, one after the other.
 */
export const createWriter = <Decided>({ decide, store, reach }: Parts<Decided>) => {
  let waiting: Attempt[] = []
  let writing = false
  const underWay = new Map<string, { request: string; outcome: Promise<Outcome> }>()

  const batchOf = (attempts: readonly Attempt[]): Batch<Decided> => ({
    attempts,
    decided: awaitedLater(decide(attempts)),
  })

  /** The next batch, in order of arrival: no two with one stream, written or read, and no two with one key, nor with one of `before`. */
  const take = (before: readonly Attempt[] = []): Batch<Decided> => {
    const batch: Attempt[] = []
    const left: Attempt[] = []
    const touched = new Set(before.flatMap(touchedBy))
    for (const attempt of waiting) {
      const touches = touchedBy(attempt)
      const apart = batch.length < most && !touches.some((name) => touched.has(name))
      ;(apart ? batch : left).push(attempt)
      for (const name of touches) touched.add(name)
    }
    waiting = left
    return batchOf(batch)
  }

  const writeAll = async ({ attempts, decided }: Batch<Decided>): Promise<Attempt[]> => {
    try {
      return await store(await decided)
    } catch (error) {
      const [only, ...others] = attempts
      if (others.length > 0) return writeEach(attempts)
      only?.fail(error)
      return []
    }
  }

  const writeEach = async (batch: readonly Attempt[]): Promise<Attempt[]> => {
    const again: Attempt[] = []
    const left = [...batch]
    try {
      while (left.length > 0) {
        await reach()
        again.push(...(await writeAll(batchOf([left.shift()!]))))
      }
    } catch (error) {
      for (const attempt of left) attempt.fail(error)
    }
    return again
  }

  const run = async () => {
    let next: Batch<Decided> | undefined
    while (next || waiting.length > 0) {
      // Whoever was just answered may have more to say, and it fits into the next batch.
      await setImmediate()
      const batch = next ?? take()
      const written = writeAll(batch)
      // A batch that is full already need not wait for who may come: it is decided while this one is stored.
      next = waiting.length >= most ? take(batch.attempts) : undefined
      waiting = [...(await written), ...waiting]
    }
    writing = false
  }

  /** Runs a command with others that wait; the same key with the same contents shares one run. */
  return (command: Command, request: string): Promise<Outcome> => {
    const key = keyOf(command)
    const same = underWay.get(key)
    if (same?.request === request) return same.outcome
    const outcome = new Promise<Outcome>((settle, fail) =>
      waiting.push({ command, request, tries: 0, settle, fail }),
    ).finally(() => underWay.delete(key))
    underWay.set(key, { request, outcome })
    if (!writing) {
      writing = true
      // Whoever began it is answered long before it ends.
      void forEverybody(run)
    }
    return outcome
  }
}

const keyOf = ({ event, key }: Command) => `key ${event.by} ${key}`
const touchedBy = ({ command }: Attempt) => {
  const { stream, reads = [] } = command
  return [keyOf(command), stream, ...reads.map((read) => read.stream)]
}
