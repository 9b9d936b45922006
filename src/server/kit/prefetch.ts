/** A promise that is waited for in a while: one that fails after nobody waits for it any more would end the process. */
export const awaitedLater = <T>(promise: Promise<T>): Promise<T> => {
  promise.catch(() => {})
  return promise
}
