import { Refused } from '../kit/refused.ts'

/** A place in a room, as large as was last held; whoever has one leaves it in the end. */
export type Place = { hold: (size: number) => void; leave: () => void }

const again = { retryAfter: 5 }

/**
 * Room that all calls share, in bytes. Holding more throws 503 when there is none left, and 429 when it were more than half of all
 * for one caller, so that nobody has it alone.
 */
export const createRoom = (size: number) => {
  let taken = 0
  const theirs = new Map<string, number>()

  const change = (who: string, by: number) => {
    const after = (theirs.get(who) ?? 0) + by
    if (by > 0 && after > size / 2) throw new Refused(429, 'errors:tooMuchAtOnce', again)
    if (by > 0 && taken + by > size) throw new Refused(503, 'errors:busy', again)
    taken += by
    if (after > 0) theirs.set(who, after)
    else theirs.delete(who)
  }

  return {
    /** `who` is asked when there is something to hold. */
    enter: (who: () => string): Place => {
      let own = 0
      let owner = ''
      const hold = (wanted: number) => {
        if (own === 0) owner = who()
        change(owner, wanted - own)
        own = wanted
      }
      return { hold, leave: () => hold(0) }
    },
  }
}
