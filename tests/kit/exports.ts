import { turnMs } from '../../src/server/jobs/turn.ts'
import type { InputOf } from '../../src/services/endpoint.ts'
import * as jobs from '../../src/services/jobs.ts'
import type { Caller, TestApp } from './app.ts'

type Wanted = Partial<Omit<InputOf<typeof jobs.requestExport>, 'list'>>

/** Requests an export of the first-review queue, or of another filter; answers its id. */
export const requestExport = async (
  caller: Pick<Caller, 'data'>,
  more: Wanted = {},
  list = 'approve.list',
): Promise<string> => {
  const { stream } = await caller.data(jobs.requestExport, {
    list,
    filter: { list: 'firstWait' },
    columns: ['orderNo', 'customer', 'amount', 'appliedAt'],
    format: 'csv',
    ...more,
  })
  return stream.slice('export/'.length)
}

export const exportOf = async (caller: Pick<Caller, 'data'>, id: string): Promise<jobs.Exported> =>
  (await caller.data(jobs.exportsOf, {})).exports.find((one) => one.id === id)!

/** Does what is due until an export is over. It may wait for others of its person, and asks each second for its turn. */
export const settleExport = async (
  app: Pick<TestApp, 'clock' | 'settle'>,
  caller: Pick<Caller, 'data'>,
  id: string,
): Promise<void> => {
  await app.settle()
  while (['requested', 'running'].includes((await exportOf(caller, id)).state)) {
    app.clock.advance(turnMs)
    await app.settle()
  }
}

/** The whole file, fetched chunk by chunk. */
export const fetchFile = async (caller: Pick<Caller, 'data'>, id: string): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for (let n: number | null = 0; n !== null;) {
    const { data, next }: { data: string; next: number | null } = await caller.data(jobs.exportChunk, { id, n })
    pieces.push(Buffer.from(data, 'base64'))
    n = next
  }
  return Buffer.concat(pieces)
}
