/** Marks a promise that is awaited later. Otherwise its rejection, if never awaited, would end the process. */
export const awaitedLater = <T>(promise: Promise<T>): Promise<T> => {
  promise.catch(() => {})
  return promise
}
