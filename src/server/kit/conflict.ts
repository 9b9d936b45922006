import { Misread } from './refused.ts'

const uniqueViolation = '23505'
const mostTries = 5

/**
 * Tries again when somebody else took a unique name in between, or went on with a stream that the attempt had read: the next
 * try sees it, and refuses it in words or rests on what is there now.
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
