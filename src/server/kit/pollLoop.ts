const pollMs = 1000

/**
 * Runs rounds of background work, one at a time: at each wake, at each poll, and again while a round returns true (more
 * to do). `failed` gets an error; the next wake or poll retries. `stop` waits for the current round.
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
