import { Misread, Refused } from './refused.ts'

const uniqueViolation = '23505'
const mostTries = 5

/**
 * Retries after a unique violation, or when a stream that the attempt read has changed since. The next try sees the
 * change and either decides on it or refuses in words. Throws the last error after 5 tries.
 */
export const againWhenTaken = async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; tries < mostTries; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Misread) && (error as { code?: unknown }).code !== uniqueViolation) throw error
    }
  }
  return attempt()
}

// As often as many people at once may overtake each other on one record.
const mostOvertaken = 20

/** Retries where another event on the stream came first. */
export const againWhenStale = async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Refused) || error.key !== 'errors:stale' || tries >= mostOvertaken) throw error
    }
  }
}
