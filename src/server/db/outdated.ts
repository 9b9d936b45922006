import type { Logger } from 'pino'
import { createPollLoop } from '../kit/pollLoop.ts'
import { Refused } from '../kit/refused.ts'
import type { Database } from './database.ts'
import { isKnown, newest } from './migrations.ts'

/** Whether the last breaking migration of a database is one that this server does not know. */
export const isOutdated = (breaking: string | null): breaking is string => breaking !== null && !isKnown(breaking)

/** Refuses a write with 503 to a database of which this server is outdated. */
export const refuseOutdated = (breaking: string | null): void => {
  if (isOutdated(breaking)) throw new Refused(503, 'errors:outdated')
}

/** Looks every second whether a newer server has made this one outdated, and says so once, in words for its log. */
export const createOutdated = ({ db, log, outdated }: Parts) => {
  const rounds = createPollLoop(
    async () => {
      const { breaking } = await db.sql.selectFrom('es_head').select('breaking').executeTakeFirstOrThrow()
      if (isOutdated(breaking))
        outdated(`A newer Loket has brought the database to ${breaking}. This one knows ${newest} at most and stops`)
      return false
    },
    (error) => log.error({ err: error }, 'the schema of the database could not be read, will be tried again'),
  )
  // Nobody else opens an embedded database while it is served.
  return { start: () => void (db.embedded || rounds.start()), stop: rounds.stop }
}

type Parts = { db: Database; log: Logger; outdated: (why: string) => void }
