import { setImmediate } from 'node:timers/promises'
import type { Command, Outcome } from './store.ts'

/** A command on its way. `tries` counts how often somebody else was faster. */
export type Attempt = {
  command: Command
  request: string
  tries: number
  settle: (outcome: Outcome | Promise<Outcome>) => void
  fail: (error: unknown) => void
}

const most = 200

/**
 * One writer a process: what waits goes into one transaction with one fsync. `write` runs a batch and answers the attempts
 * that have to be made again; when a batch of several fails, each is tried alone, so that only the one at fault fails. With a
 * database that does not answer `reach`, all fail at once: otherwise each would wait for its time-out, one after the other.
 */
export const createWriter = (
  write: (batch: readonly Attempt[]) => Promise<Attempt[]>,
  reach: () => Promise<unknown>,
) => {
  let waiting: Attempt[] = []
  let writing = false
  const underWay = new Map<string, { request: string; outcome: Promise<Outcome> }>()

  /** The next batch, in order of arrival: no two with one stream, written or read, and no two with one key. */
  const take = (): Attempt[] => {
    const batch: Attempt[] = []
    const left: Attempt[] = []
    const touched = new Set<string>()
    for (const attempt of waiting) {
      const touches = [keyOf(attempt.command), ...streamsOf(attempt.command)]
      const apart = batch.length < most && !touches.some((name) => touched.has(name))
      ;(apart ? batch : left).push(attempt)
      for (const name of touches) touched.add(name)
    }
    waiting = left
    return batch
  }

  const writeAll = async (batch: readonly Attempt[]): Promise<Attempt[]> => {
    try {
      return await write(batch)
    } catch (error) {
      const [only, ...others] = batch
      if (others.length > 0) return writeEach(batch)
      only!.fail(error)
      return []
    }
  }

  const writeEach = async (batch: readonly Attempt[]): Promise<Attempt[]> => {
    const again: Attempt[] = []
    const left = [...batch]
    try {
      while (left.length > 0) {
        await reach()
        again.push(...(await writeAll([left.shift()!])))
      }
    } catch (error) {
      for (const attempt of left) attempt.fail(error)
    }
    return again
  }

  const run = async () => {
    while (waiting.length > 0) {
      // Whoever was just answered may have more to say, and it fits into the next batch.
      await setImmediate()
      waiting = [...(await writeAll(take())), ...waiting]
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
      void run()
    }
    return outcome
  }
}

const keyOf = ({ event, key }: Command) => `key ${event.by} ${key}`
const streamsOf = ({ stream, reads = [] }: Command) => [stream, ...reads.map((read) => read.stream)]
