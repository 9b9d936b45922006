export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** Waits; an abort ends the wait, and nothing is thrown. */
export const wait: Pause = async (ms, signal) => {
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
}
