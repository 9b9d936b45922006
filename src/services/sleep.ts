export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/** Waits for `ms`. An abort ends the wait early and throws nothing. */
export const sleep: Sleep = async (ms, signal) => {
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = () => resolve()
  const timer = setTimeout(stop, ms)
  signal.addEventListener('abort', stop)
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', stop)
}
