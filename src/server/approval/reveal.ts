import { accountVersions, type PayoutEvent } from '../../machines/payout.facts.ts'
import { type RevealedField, reveal } from '../../services/reveal.ts'
import { unmasked } from '../customers/maskRecord.ts'
import { createReveals } from '../customers/reveals.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { factOf } from '../store/events.ts'
import { approvalProjection } from './projection.ts'
import { approvalAfter } from './row.ts'

type Person = ReturnType<typeof unmasked>

const valueOf = (person: Person, field: RevealedField, contact: number | undefined): string | undefined => {
  switch (field) {
    case 'contactName':
      return person.contacts[contact ?? -1]?.name
    case 'contactPhone':
      return person.contacts[contact ?? -1]?.phone
    case 'monthlyIncome':
      return person.monthlyIncome === null ? '' : String(person.monthlyIncome)
    default:
      return person[field]
  }
}

/** Reveals one field of an order's customer for a stated reason. The caller need not hold the claim. */
export const approveReveal = (server: Server) => {
  const { db, store, vault, handle } = server
  const show = createReveals(server)

  const rowAt = async (orderNo: string, at: number | undefined) => {
    const now = await db.sql.selectFrom('approval').selectAll().where('order_no', '=', orderNo).executeTakeFirst()
    if (!now) throw notFound()
    if (at === undefined) return now
    const stream = `approval/${orderNo}`
    return approvalProjection.row(stream, approvalAfter(await store.history(stream), at))
  }

  /** The record versions that the order's edits and payout name. Beside the order's own, only these can be revealed. */
  const namedBeside = async (orderNo: string): Promise<number[]> => {
    const edits = await db.sql
      .selectFrom('customer_edit')
      .select(['version_before', 'version_after'])
      .where('order_no', '=', orderNo)
      .execute()
    const payout = (await store.history(`payout/${orderNo}`)).map((row) => factOf(row) as PayoutEvent)
    return [
      ...edits.flatMap(({ version_before, version_after }) => [version_before, version_after]),
      ...accountVersions(payout),
    ]
  }

  handle(reveal, async ({ orderNo, at, record: named, field, contact, ...why }, call) => {
    const { person, person_version } = await rowAt(orderNo, at)
    if (named !== undefined && !(await namedBeside(orderNo)).includes(named)) throw notFound()
    const version = named ?? person_version
    const [record] = await vault.read([{ person, version }])
    const value = valueOf(unmasked(record), field, contact)
    if (value === undefined) throw notFound()
    const about = { subject: `approval/${orderNo}`, person, record: version, field, contact }
    return { value: await show(call, about, why, value) }
  })
}
