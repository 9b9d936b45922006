import { AsyncLocalStorage } from 'node:async_hooks'
import { promiseHooks } from 'node:v8'
import { Refused } from './refused.ts'

/** A call under way; its event-loop time counts for its caller. */
type Spending = { who?: string; spend: (who: string | undefined, from: number, to: number) => void }
const calls = new AsyncLocalStorage<Spending>()

// A call's work consists of promise continuations. Measuring costs 0.3 µs for each.
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

/** Runs work that a call starts on behalf of all callers, so that its time counts for none of them. */
export const forEverybody = <Done>(work: () => Done): Done => calls.exit(work)

/**
 * Limits each caller's event-loop time within a window; both in milliseconds. A caller who used `most` waits for the
 * next window. Time of the database and of other threads is not counted.
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
    /** Runs a call whose time counts from when `mayGoOn` names its caller. */
    counted: <Done>(call: () => Promise<Done>): Promise<Done> => calls.run({ spend }, call),
    /** Counts the current call for `who` from now on; throws 429 when their share is used up. */
    mayGoOn: (who: string) => {
      const call = calls.getStore()
      if (call) call.who = who
      const now = performance.now()
      if ((spentUntil(now).get(who) ?? 0) < most) return
      throw new Refused(429, 'errors:tooMuchTime', { retryAfter: Math.ceil((over - now) / 1000) })
    },
  }
}
