import type { Logger } from 'pino'
import { createPollLoop } from '../kit/pollLoop.ts'
import { Refused } from '../kit/refused.ts'
import type { Database } from './database.ts'
import { isKnown, newest } from './migrations.ts'

/** Whether this server does not know the database's last breaking migration. */
export const isOutdated = (breaking: string | null): breaking is string => breaking !== null && !isKnown(breaking)

/** Refuses a write with 503 when this server is outdated. */
export const refuseOutdated = (breaking: string | null): void => {
  if (isOutdated(breaking)) throw new Refused(503, 'errors:outdated')
}

/** Checks every second whether a newer server has made this one outdated; `outdated` gets the reason for the log. */
export const createOutdated = ({ db, log, outdated }: Parts) => {
  const pollLoop = createPollLoop(
    async () => {
      const { breaking } = await db.sql.selectFrom('es_head').select('breaking').executeTakeFirstOrThrow()
      if (isOutdated(breaking))
        outdated(`A newer Loket has brought the database to ${breaking}. This one knows ${newest} at most and stops`)
      return false
    },
    (error) => log.error({ err: error }, 'the schema of the database could not be read, will be tried again'),
  )
  // No other process opens an embedded database while it is served.
  return { start: () => void (db.embedded || pollLoop.start()), stop: pollLoop.stop }
}

type Parts = { db: Database; log: Logger; outdated: (why: string) => void }
