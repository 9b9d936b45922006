import type { Logger } from 'pino'
import { sleep } from '../../services/sleep.ts'
import type { Database } from '../db/database.ts'
import { createPollLoop } from '../kit/pollLoop.ts'
import { catchUp, type Counter } from './counter.ts'

// Counting each event alone would cost a commit each, so events that arrive within this time are counted together.
const restMs = 250

/** Counts new events in the background, woken by the log or by its own poll. */
export const createCounting = ({ db, log, counters }: { db: Database; log: Logger; counters: readonly Counter[] }) => {
  const stopping = new AbortController()
  const count = async () => {
    try {
      await catchUp(db, counters, stopping.signal)
    } finally {
      await sleep(restMs, stopping.signal)
    }
    return false
  }
  const pollLoop = createPollLoop(count, (error) =>
    log.error({ err: error }, 'events could not be counted, will be tried again'),
  )
  const stop = async () => {
    stopping.abort()
    await pollLoop.stop()
  }
  return { ...pollLoop, stop }
}
