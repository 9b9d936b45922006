import { revealPhone } from '../../services/recoveryCase.ts'
import { unmasked } from '../customers/maskRecord.ts'
import type { Server } from '../server.ts'
import { place } from '../staff/call.ts'
import { mustBeOpen, recordOfOrder } from './documents.ts'

/**
 * Shows the customer's number to the holder of the case, at any hour: the contact rules judge the attempt. Each showing
 * writes an audit entry.
 */
export const recoveryCasePhone = (server: Server) => {
  const { store, audit, handle } = server
  handle(revealPhone, async ({ orderNo }, call) => {
    const stream = `recoveryCase/${orderNo}` as const
    mustBeOpen(await store.existing(stream), call)
    const { person, version, record } = await recordOfOrder(server, orderNo)
    const { phone } = unmasked(record)
    await audit.recordOnce({
      at: call.now,
      actor: call.by,
      type: 'fieldShown',
      subject: stream,
      data: { person, record: version, field: 'phone', call: call.key, ...place(call) },
    })
    return { phone }
  })
}
