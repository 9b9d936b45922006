import { setImmediate } from 'node:timers/promises'
import { awaitedLater } from '../kit/awaitedLater.ts'
import { forEverybody } from '../kit/loopShare.ts'
import type { Command, Outcome } from './command.ts'

/** A command under way. `tries` counts how often it is decided again. */
export type Attempt = {
  command: Command
  request: string
  tries: number
  settle: (outcome: Outcome | Promise<Outcome>) => void
  fail: (error: unknown) => void
}

/** The most commands of one transaction. Another command waits for it, and perhaps for the next one. */
export const most = 200

type Parts<Decided> = {
  decide: (batch: readonly Attempt[]) => Promise<Decided>
  /** Stores the decisions and returns the attempts to retry. */
  store: (decided: Decided) => Promise<Attempt[]>
  reach: () => Promise<unknown>
}
type Batch<Decided> = { attempts: readonly Attempt[]; decided: Promise<Decided> }

/**
 * The only writer of a process: stores waiting commands in one transaction with one fsync. When a batch fails, each
 * command is tried alone. When `reach` fails, all fail at once instead of one time-out after the other.
 */
export const createWriter = <Decided>({ decide, store, reach }: Parts<Decided>) => {
  let waiting: Attempt[] = []
  let writing = false
  const underWay = new Map<string, { request: string; outcome: Promise<Outcome> }>()

  const batchOf = (attempts: readonly Attempt[]): Batch<Decided> => ({
    attempts,
    decided: awaitedLater(decide(attempts)),
  })

  /** The next batch, in order of arrival. Its and `before`'s commands share no key and no stream, written or read. */
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
      // A caller that was just answered may send more, which then joins this batch.
      await setImmediate()
      const batch = next ?? take()
      const written = writeAll(batch)
      // A full batch need not wait for more commands: it is decided while this one is stored.
      next = waiting.length >= most ? take(batch.attempts) : undefined
      waiting = [...(await written), ...waiting]
    }
    writing = false
  }

  /** Queues a command; repetitions of one key with the same contents share one run. */
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
      // The loop outlives the call that starts it, so its event-loop time must not count for that caller.
      void forEverybody(run)
    }
    return outcome
  }
}

const keyOf = ({ event, key }: Command) => `key ${event.by} ${key}`
const touchedBy = ({ command }: Attempt) => {
  const { stream, reads = [], apart } = command
  return [
    keyOf(command),
    stream,
    ...reads.map((read) => read.stream),
    ...(apart === undefined ? [] : [`apart ${apart}`]),
  ]
}
