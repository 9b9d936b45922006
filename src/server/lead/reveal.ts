import { refusal } from '../../machines/kernel.ts'
import { leadMachine } from '../../machines/lead.ts'
import { contact, reveal, sellerPhone } from '../../services/lead.ts'
import { knownOf } from '../contact/attempt.ts'
import { createReveals } from '../customers/reveals.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { place, stamp } from '../staff/call.ts'

/** Shows a lead's number to its seller, and its name or number to others for a reason. The audit records each showing. */
export const leadReveals = (server: Server) => {
  const { store, audit, handle } = server
  const show = createReveals(server)
  const knownAs = async (id: string) => (await knownOf(server, [id])).get(id)

  handle(sellerPhone, async ({ id }, call) => {
    const stream = `lead/${id}` as const
    const state = await store.existing(stream)
    const attempt = { type: 'contacted', ...stamp(call), attempt: call.key, channel: 'phone' } as const
    const broken = refusal(leadMachine, state, attempt, contact.interface)
    if (broken) {
      const reason = `lead:guard.${broken}`
      throw new Refused(422, reason, { reason })
    }
    const known = await knownAs(id)
    await audit.recordOnce({
      at: call.now,
      actor: call.by,
      type: 'fieldShown',
      subject: stream,
      data: { person: id, record: known?.version ?? 0, field: 'phone', call: call.key, ...place(call) },
    })
    return { phone: known?.record.phone ?? '' }
  })

  handle(reveal, async ({ id, field, ...why }, call) => {
    const subject = `lead/${id}` as const
    await store.existing(subject)
    const known = await knownAs(id)
    const about = { subject, person: id, record: known?.version ?? 0, field }
    return { value: await show(call, about, why, known?.record[field] ?? '') }
  })
}
