import { idOf } from '../../machines/kernel.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

/** Forgets the people of a batch that has ended. */
export const dropAudience =
  ({ db }: Server): Effect<'smsBatch'> =>
  async ({ stream }) => {
    // The run first: whoever adds people at this moment holds it.
    await db.sql.deleteFrom('sms_batch_run').where('batch', '=', idOf(stream)).execute()
    await db.sql.deleteFrom('sms_batch_person').where('batch', '=', idOf(stream)).execute()
    return undefined
  }
