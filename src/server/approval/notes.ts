import * as approval from '../../services/approval.ts'
import { sha256 } from '../kit/hash.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { place } from '../staff/call.ts'
import { staffNames } from '../staff/names.ts'

/** Staff notes on an order: append-only rows, each text encrypted with the customer's key. */
export const noteHandlers = ({ db, vault, audit, handle }: Server) => {
  handle(approval.notes, async ({ orderNo }) => {
    const person = await personOf(orderNo)
    const rows = await db.sql
      .selectFrom('note')
      .selectAll()
      .where('subject', '=', subjectOf(orderNo))
      .orderBy('at', 'desc')
      .orderBy('id')
      .execute()
    const names = await staffNames(
      db,
      rows.map(({ author }) => author),
    )
    const notes = rows.map(async ({ id, author, at }) => {
      const written = await vault.readDocument(person.person, id)
      return { id, at, by: author, byName: names.get(author) ?? author, text: written?.bytes.toString() ?? null }
    })
    return { notes: await Promise.all(notes) }
  })

  handle(approval.addNote, async ({ orderNo, text }, call) => {
    const person = await personOf(orderNo)
    const [record] = await vault.read([person])
    // Nothing more is stored about an erased customer.
    if (!record) throw notFound()
    const subject = subjectOf(orderNo)
    // The id derives from the idempotency key: a retried call writes the same note and completes what is missing.
    const id = sha256(JSON.stringify([call.by, call.key, call.request]))
    await db.sql.transaction().execute(async (tx) => {
      await vault.writeDocuments(tx, person.person, call.now, [
        { id, kind: 'note', mime: 'text/plain', bytes: Buffer.from(text) },
      ])
      await tx
        .insertInto('note')
        .values({ id, subject, author: call.by, at: call.now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    })
    const data = { note: id, ...place(call) }
    await audit.recordOnce({ at: call.now, actor: call.by, type: 'noteAdded', subject, data })
    return { id }
  })

  const personOf = async (orderNo: string) => {
    const row = await db.sql
      .selectFrom('approval')
      .select(['person', 'person_version as version'])
      .where('order_no', '=', orderNo)
      .executeTakeFirst()
    if (!row) throw notFound()
    return row
  }
}

const subjectOf = (orderNo: string) => `approval/${orderNo}`
