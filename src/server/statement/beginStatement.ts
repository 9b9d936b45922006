import { idOf } from '../../machines/kernel.ts'
import { isNext, turnMs } from '../jobs/turn.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

const queue = {
  table: 'bank_statement',
  person: 'uploader',
  since: 'uploaded_at',
  waiting: 'uploaded',
  running: 'reading',
} as const

/** Begins to read a file when no other of the same person is being read or was uploaded before it. */
export const beginStatement =
  ({ db, store, clock }: Server): Effect<'bankStatement'> =>
  async ({ stream }) => {
    const { value } = await store.state(stream)
    if (value !== 'uploaded') return undefined
    if (!(await isNext(db, { ...queue, id: idOf(stream) }))) return { again: turnMs }
    return { event: { type: 'statementBegun', by: 'SYS', at: clock.now(), runTtl: policy.runTtl } }
  }
