import { createHook } from 'node:async_hooks'

/** The number of password hashes during `work`, counted by the runtime's async hooks. */
export const hashesDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let count = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ARGON2REQUEST') count += 1
    },
  }).enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return count
}
