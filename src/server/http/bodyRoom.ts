import type { Limits } from '../kit/limits.ts'
import { Refused } from '../kit/refused.ts'

/** A reservation for one body. Whoever entered must call `leave` in the end. */
export type Place = { hold: (size: number) => Promise<void>; leave: () => void }
type Asked = { who: string; size: number; enter: () => void }

const again = { retryAfter: 5 }

/**
 * Memory for large bodies, in bytes, shared by all callers; one caller gets half at most. A body that does not fit
 * waits; callers who hold less go first. Throws 503 after `patience`, 429 when too many of the caller's bodies wait.
 */
export const createBodyRoom = ({ bytes, waiting: mostWaiting, patience }: Limits['inHand']) => {
  let taken = 0
  let waiting: Asked[] = []
  const held = new Map<string, number>()
  const heldBy = (who: string) => held.get(who) ?? 0

  const change = (who: string, by: number) => {
    taken += by
    if (heldBy(who) + by > 0) held.set(who, heldBy(who) + by)
    else held.delete(who)
  }

  const admit = () => {
    for (;;) {
      const [next] = waiting
        .filter(({ who, size }) => heldBy(who) + size <= bytes / 2)
        .toSorted((one, other) => heldBy(one.who) - heldBy(other.who))
      // No smaller body may overtake it: they would starve it.
      if (!next || taken + next.size > bytes) return
      waiting = waiting.filter((one) => one !== next)
      change(next.who, next.size)
      next.enter()
    }
  }

  const wait = async (who: string, size: number): Promise<void> => {
    const turn = Promise.withResolvers<void>()
    const asked = { who, size, enter: turn.resolve }
    waiting.push(asked)
    admit()
    if (waiting.includes(asked) && waiting.filter((one) => one.who === who).length > mostWaiting)
      turn.reject(new Refused(429, 'errors:tooMuchAtOnce', again))
    const late = setTimeout(() => turn.reject(new Refused(503, 'errors:busy', again)), patience)
    try {
      await turn.promise
    } finally {
      clearTimeout(late)
      waiting = waiting.filter((one) => one !== asked)
      admit()
    }
  }

  return {
    /** `who` is called at the reservation, because the caller is not known before. */
    enter: (who: () => string): Place => {
      let own = 0
      let owner = ''
      const hold = async (size: number) => {
        owner = who()
        await wait(owner, size)
        own = size
      }
      const leave = () => {
        if (own === 0) return
        change(owner, -own)
        own = 0
        admit()
      }
      return { hold, leave }
    },
  }
}
