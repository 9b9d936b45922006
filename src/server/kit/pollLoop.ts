const pollMs = 1000

/**
 * Does rounds of work in the background, one after the other: at each wake, at each poll, and again while a round answers that there
 * is more. One that throws is told to `failed`, and the next wake or poll tries again. `stop` lets the one in hand finish.
 */
export const createPollLoop = (round: () => Promise<boolean>, failed: (error: unknown) => void) => {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  const run = async () => {
    while (again && !stopped) {
      again = false
      try {
        if (await round()) again = true
      } catch (error) {
        failed(error)
      }
    }
    running = undefined
  }

  const wake = (): void => {
    again = true
    running ??= run()
  }

  let timer: NodeJS.Timeout | undefined
  const start = () => {
    timer = setInterval(wake, pollMs)
    wake()
  }
  const stop = async () => {
    stopped = true
    clearInterval(timer)
    await running
  }
  return { wake, start, stop }
}
