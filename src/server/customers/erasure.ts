import { sql } from 'kysely'
import { isOver } from '../../machines/approval.ts'
import { erase, eraseLead, eraseRegistered } from '../../services/erasure.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { type Call, place } from '../staff/call.ts'
import type { Tx } from '../store/command.ts'
import { personOfOrder } from './personOfOrder.ts'
import { withdrawLead } from './withdrawLead.ts'

type Erased = { at: number; by: string; orders: number }

/** When and by whom a customer was erased; undefined for one who was not. */
export const erasedAt = async (
  sqlOf: Tx | Server['db']['sql'],
  person: string,
): Promise<Omit<Erased, 'orders'> | undefined> => {
  const entry = await sqlOf
    .selectFrom('audit')
    .select(['at', 'actor'])
    .where('subject', '=', `person/${person}`)
    .where('type', '=', 'customerErased')
    .executeTakeFirst()
  return entry && { at: entry.at, by: entry.actor }
}

/** Erases a customer by crypto-shredding: destroys the key of all their data. Events and lists stay as they are. */
export const erasures = (server: Server) => {
  const { db, store, vault, audit, handle } = server
  const erasing = async (person: string, reason: string, call: Call<unknown>) => {
    const answer = await db.sql.transaction().execute(async (tx) => {
      // Locking the head prevents a new order of this customer between the check and the erasure.
      await sql`select from es_head for update`.execute(tx)
      const orders = await tx.selectFrom('approval').select('order_no').where('person', '=', person).execute()
      const before = await erasedAt(tx, person)
      if (before) return { erasedAt: before.at, orders: orders.length }
      const why = await whyNot(tx, person)
      if (why) throw new Refused(422, `audit:erase.refused.${why}`, { reason: `audit:erase.refused.${why}` })
      await vault.erase(tx, person)
      await audit.recordWith(tx, {
        at: call.now,
        actor: call.by,
        type: 'customerErased',
        subject: `person/${person}`,
        data: { person, reason, orders: orders.map(({ order_no }) => order_no), ...place(call) },
      })
      return { erasedAt: call.now, orders: orders.length }
    })
    // A repeated call ends the lead that one cut off before left open.
    await withdrawLead(server, person, 'erased')
    return answer
  }

  handle(erase, async ({ orderNo, reason }, call) => erasing(await personOfOrder(db, orderNo), reason, call))
  handle(eraseLead, async ({ id, reason }, call) => {
    await store.existing(`lead/${id}`)
    return erasing(id, reason, call)
  })
  handle(eraseRegistered, async ({ phone, reason }, call) => {
    const person = await vault.registeredOnly(phone)
    if (person === undefined) throw new Refused(404, 'audit:erase.nobody')
    return erasing(person, reason, call)
  })
}

/** Why a customer may not be erased yet: an open order, a debt or credit, a pending edit; undefined when they may. */
const whyNot = async (tx: Tx, person: string): Promise<'open' | 'owes' | 'edits' | undefined> => {
  const orders = await tx
    .selectFrom('approval')
    .leftJoin('loan', 'loan.order_no', 'approval.order_no')
    .leftJoin('payout', 'payout.order_no', 'approval.order_no')
    .select(['approval.state', 'loan.state as loan', 'loan.remaining', 'loan.credit', 'payout.state as payout'])
    .where('approval.person', '=', person)
    .execute()
  const isOpen = (one: (typeof orders)[number]) =>
    !isOver(one.state) || (one.state === 'passed' && one.loan === null && one.payout !== 'cancelled')
  const owes = ({ loan, remaining, credit }: (typeof orders)[number]) =>
    loan !== null && loan !== 'voided' && (loan !== 'settled' || remaining! > 0 || credit! > 0)
  if (orders.some(isOpen)) return 'open'
  if (orders.some(owes)) return 'owes'
  const edit = await tx
    .selectFrom('customer_edit')
    .innerJoin('approval', 'approval.order_no', 'customer_edit.order_no')
    .select('customer_edit.id')
    .where('approval.person', '=', person)
    .where('customer_edit.state', 'in', ['pending', 'confirmed'])
    .executeTakeFirst()
  return edit && 'edits'
}
