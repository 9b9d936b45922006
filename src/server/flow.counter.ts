import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { catchUp } from './flow.projection.ts'

const pollMs = 1000
// Counting event by event would cost a commit each: what comes within this time is counted together.
const restMs = 250

/** Counts new events in the background, woken by the log or by its own poll. */
export const createFlowCounter = ({ db, log }: { db: Database; log: Logger }) => {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let again = false

  const run = async () => {
    while (again && !stopping.signal.aborted) {
      again = false
      try {
        await catchUp(db, stopping.signal)
      } catch (error) {
        log.error({ err: error }, 'events could not be counted, will be tried again')
      }
      await setTimeout(restMs, undefined, { signal: stopping.signal }).catch(() => {})
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
    clearInterval(timer)
    stopping.abort()
    await running
  }
  return { wake, start, stop }
}
