import { AsyncLocalStorage } from 'node:async_hooks'
import { promiseHooks } from 'node:v8'
import { Refused } from './refused.ts'

/** A call under way, whose time is its caller's. */
type Spending = { who?: string; spend: (who: string | undefined, from: number, to: number) => void }
const calls = new AsyncLocalStorage<Spending>()

// A call's work is runs of promises' continuations: each costs 0.3 µs more for being measured.
let current: Spending | undefined
let began = 0
const watch = () =>
  promiseHooks.createHook({
    before: () => {
      current = calls.getStore()
      if (current) began = performance.now()
    },
    after: () => {
      current?.spend(current.who, began, performance.now())
      current = undefined
    },
  })
let watching: ReturnType<typeof watch> | undefined

/** Work that a call sets going and that goes on for everybody. */
export const forEverybody = <Done>(work: () => Done): Done => calls.exit(work)

/**
 * How long each caller has the event loop within a window, in milliseconds: somebody who has had it for `most` waits for the next one.
 * What they ask of the database or of other threads is not counted.
 */
export const createLoopShare = ({ window, most }: { window: number; most: number }) => {
  watching ??= watch()
  let over = 0
  const spent = new Map<string, number>()
  const spentUntil = (now: number) => {
    if (now >= over) {
      spent.clear()
      over = now + window
    }
    return spent
  }
  const spend: Spending['spend'] = (who, from, to) => {
    if (who === undefined) return
    const all = spentUntil(to)
    all.set(who, (all.get(who) ?? 0) + to - from)
  }

  return {
    /** Counts the time of a call from when `mayGoOn` names its caller. */
    counted: <Done>(call: () => Promise<Done>): Promise<Done> => calls.run({ spend }, call),
    /** Counts the call under way for `who` from now on; throws 429 when they have had their share. */
    mayGoOn: (who: string) => {
      const call = calls.getStore()
      if (call) call.who = who
      const now = performance.now()
      if ((spentUntil(now).get(who) ?? 0) < most) return
      throw new Refused(429, 'errors:tooMuchTime', { retryAfter: Math.ceil((over - now) / 1000) })
    },
  }
}
