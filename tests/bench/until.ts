import { setTimeout } from 'node:timers/promises'

/** Asks again and again, `everyMs` apart, until the answer is true. */
export const until = async (everyMs: number, isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await setTimeout(everyMs)
}
