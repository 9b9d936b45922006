import { refusal, type State } from '../../machines/kernel.ts'
import type { RecoveryCase } from '../../machines/recoveryCase.facts.ts'
import { recoveryCaseMachine } from '../../machines/recoveryCase.ts'
import { contact, document, documents } from '../../services/recoveryCase.ts'
import { watermarked } from '../approval/documents.ts'
import { notFound, Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { type Call, place, stamp } from '../staff/call.ts'

/** Why a case's documents and number are closed to a caller: they are not its holder, or it rests. */
export const closedBecause = (state: State<RecoveryCase>, call: Call<unknown>): string | undefined => {
  const attempt = { type: 'contacted', ...stamp(call), attempt: call.key, channel: 'phone' } as const
  return refusal(recoveryCaseMachine, state, attempt, contact.interface)
}

export const mustBeOpen = (state: State<RecoveryCase>, call: Call<unknown>) => {
  const broken = closedBecause(state, call)
  if (!broken) return
  const reason = `recoveryCase:guard.${broken}`
  throw new Refused(422, reason, { reason })
}

/** The customer's record that the order names; undefined for an erased one. */
export const recordOfOrder = async ({ db, vault }: Pick<Server, 'db' | 'vault'>, orderNo: string) => {
  const { person, person_version: version } = await db.sql
    .selectFrom('approval')
    .select(['person', 'person_version'])
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow()
  const [record] = await vault.read([{ person, version }])
  return { person, version, record }
}

/** Serves the documents of a case's order: their kinds to whoever has the right, the pictures to the holder at work. */
export const recoveryCaseDocuments = (server: Pick<Server, 'db' | 'store' | 'vault' | 'audit' | 'handle'>) => {
  const { store, vault, audit, handle } = server

  handle(documents, async ({ orderNo }, call) => {
    const state = await store.existing(`recoveryCase/${orderNo}`)
    const { record } = await recordOfOrder(server, orderNo)
    return {
      open: closedBecause(state, call) === undefined,
      documents: (record?.documents ?? []).map(({ id, kind }) => ({ id, kind })),
    }
  })

  handle(document, async ({ orderNo, id }, call) => {
    const stream = `recoveryCase/${orderNo}` as const
    mustBeOpen(await store.existing(stream), call)
    const { person, record } = await recordOfOrder(server, orderNo)
    const known = record?.documents.find((one) => one.id === id)
    const found = known && (await vault.readDocument(person, id))
    if (!known || !found) throw notFound()
    // The idempotency key makes a retried call one viewing.
    await audit.recordOnce({
      at: call.now,
      actor: call.by,
      type: 'documentViewed',
      subject: stream,
      data: { person, document: id, kind: known.kind, viewing: call.key, ...place(call) },
    })
    const marked = await watermarked(found.bytes, { name: call.staff.name, id: call.by, at: call.now })
    return { mime: found.mime, image: marked.toString('base64') }
  })
}
