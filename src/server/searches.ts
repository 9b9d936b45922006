import { type Call, place } from './call.ts'
import type { Server } from './server.ts'

const hour = 3_600_000

/** Whom somebody found, or asked about, by what only those customers have: one entry an hour for each. */
export const noteSearch = async (
  { audit }: Pick<Server, 'audit'>,
  call: Call<unknown>,
  type: 'customerFound' | 'customerSearched',
  found: { persons: readonly string[]; by: 'orderNo' | 'phone' | 'nik' },
): Promise<void> => {
  for (const person of new Set(found.persons))
    await audit.recordOnce({
      at: call.now,
      actor: call.by,
      type,
      subject: `person/${person}`,
      data: { person, by: found.by, hour: Math.floor(call.now / hour), ...place(call) },
    })
}
