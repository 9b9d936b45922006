import { refusal } from '../../machines/kernel.ts'
import { recoveryCaseMachine } from '../../machines/recoveryCase.ts'
import { contact, revealPhone } from '../../services/recoveryCase.ts'
import { unmasked } from '../customers/maskRecord.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { place, stamp } from '../staff/call.ts'

/**
 * Shows the customer's number to the holder of the case, at any hour: the contact rules judge the attempt. Each showing
 * writes an audit entry.
 */
export const recoveryCasePhone = ({ db, store, vault, audit, handle }: Server) => {
  handle(revealPhone, async ({ orderNo }, call) => {
    const stream = `recoveryCase/${orderNo}` as const
    const state = await store.existing(stream)
    const attempt = { type: 'contacted', ...stamp(call), attempt: call.key, channel: 'phone' } as const
    const broken = refusal(recoveryCaseMachine, state, attempt, contact.interface)
    if (broken) {
      const reason = `recoveryCase:guard.${broken}`
      throw new Refused(422, reason, { reason })
    }
    const { person, person_version: version } = await db.sql
      .selectFrom('approval')
      .select(['person', 'person_version'])
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow()
    const [record] = await vault.read([{ person, version }])
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
