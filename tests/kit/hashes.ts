import { createHook } from 'node:async_hooks'

/** How many passwords are hashed while something is done, as the runtime itself counts the work it is given. */
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
