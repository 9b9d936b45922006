import { Refused } from '../kit/refused.ts'

/** Lets so many pieces of work of one person be under way at once; throws 429 for one more. */
export const createConcurrencyLimit = (most: number, key: string) => {
  const inside = new Map<string, number>()

  const leave = (who: string) => {
    const left = inside.get(who)! - 1
    if (left) inside.set(who, left)
    else inside.delete(who)
  }

  /** Answers how to leave; whoever enters has to. */
  const enter = (who: string): (() => void) => {
    const others = inside.get(who) ?? 0
    if (others >= most) throw new Refused(429, key, { retryAfter: 1 })
    inside.set(who, others + 1)
    return () => leave(who)
  }

  return { enter }
}

/** What is done by then; throws 504 when it takes longer, and what was begun goes on unanswered. */
export const within = async <Done>(ms: number, work: Promise<Done>): Promise<Done> => {
  const late = Promise.withResolvers<never>()
  const limit = setTimeout(() => late.reject(new Refused(504, 'errors:tookTooLong')), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(limit)
  }
}
