import { Refused } from '../kit/refused.ts'

/** Limits the concurrent work of one person to `most`; throws 429 with the locale key `key` for more. */
export const createConcurrencyLimit = (most: number, key: string) => {
  const inside = new Map<string, number>()

  const leave = (who: string) => {
    const left = inside.get(who)! - 1
    if (left) inside.set(who, left)
    else inside.delete(who)
  }

  /** Returns the function to leave, which the caller must call. */
  const enter = (who: string): (() => void) => {
    const others = inside.get(who) ?? 0
    if (others >= most) throw new Refused(429, key, { retryAfter: 1 })
    inside.set(who, others + 1)
    return () => leave(who)
  }

  return { enter }
}

/** The result of `work`; throws 504 when it takes longer than `ms`. The work then goes on, without an answer. */
export const within = async <Done>(ms: number, work: Promise<Done>): Promise<Done> => {
  const late = Promise.withResolvers<never>()
  const limit = setTimeout(() => late.reject(new Refused(504, 'errors:tookTooLong')), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(limit)
  }
}
