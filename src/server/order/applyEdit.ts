import { checksOf } from '../../machines/customerEdit.fields.ts'
import type { CustomerEditEvent } from '../../machines/customerEdit.ts'
import { payoutOf } from '../approval/intake.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'

const reasonOf = (error: Refused) => (error.data as { reason?: string } | null)?.reason?.split('guard.')[1]

/** Maps the approval's refusal to an event: the edit waits for a second person, or lapses. */
const outcomeOf = (error: Refused): Pick<CustomerEditEvent, 'type'> & { reason?: 'overtaken' | 'over' } => {
  const reason = reasonOf(error)
  if (reason === 'confirmedByAnother') return { type: 'editHeld' }
  return { type: 'editLapsed', reason: reason === 'onPresentRecord' ? 'overtaken' : 'over' }
}

/**
 * Sends a proposed or confirmed edit to the application, whose chart accepts or refuses it in its present state.
 * The edit's own idempotency key makes a retry harmless.
 */
export const applyEdit =
  ({ store, vault, clock }: Pick<Server, 'store' | 'vault' | 'clock'>): Effect<'customerEdit'> =>
  async ({ stream }) => {
    const { value, context } = await store.state(stream)
    if (value !== 'proposed' && value !== 'confirmed') return undefined
    const { orderNo, person, before, personVersion, fields } = context.proposal!
    const at = clock.now()
    const done = { by: 'SYS', at }
    const [known, record] = await vault.read([
      { person, version: before },
      { person, version: personVersion },
    ])
    // The customer's data were erased meanwhile.
    if (!known || !record) return { event: { type: 'editLapsed', ...done, reason: 'over' } }
    const owners = await vault.find('nik', record.nik)
    if (owners.some((owner) => owner !== person)) return { event: { type: 'editLapsed', ...done, reason: 'nikTaken' } }
    // The payout may advance meanwhile and then forbid the change.
    const amend = async () => {
      const payout = await payoutOf(store, orderNo)
      return store.send({
        stream: `approval/${orderNo}`,
        event: {
          type: 'customerAmended',
          by: context.checker ?? context.proposer,
          at,
          edit: stream,
          kind: context.kind!,
          fields,
          before,
          personVersion,
          checks: checksOf(fields),
          proposedBy: context.proposer,
          confirmedBy: context.checker,
          payoutSent: payout.sent,
        },
        via: 'SYS',
        key: `${stream} ${value}`,
        request: stream,
        reads: [payout.read],
        writes: (tx) => vault.adopt(tx, person, known, record),
      })
    }
    try {
      const { version } = await againWhenTaken(amend)
      return { event: { type: 'editApplied', ...done, orderVersion: version } }
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 422) throw error
      return { event: { ...outcomeOf(error), ...done } as CustomerEditEvent }
    }
  }
