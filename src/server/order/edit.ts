import { isOver } from '../../machines/approval.ts'
import type { EditKind } from '../../machines/customerEdit.fields.ts'
import type { CustomerEditEvent } from '../../machines/customerEdit.ts'
import { stateName } from '../../machines/kernel.ts'
import type { StreamOf } from '../../machines/lifecycles.ts'
import * as order from '../../services/order.ts'
import { againWhenTaken } from '../kit/conflict.ts'
import { badInput } from '../kit/inputIssues.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { mustBeInScope } from '../staff/appScope.ts'
import { type CallOf, place, stamp } from '../staff/call.ts'
import { commandsOf } from '../staff/commands.ts'
import { staffNames } from '../staff/names.ts'
import type { Answer } from '../store/command.ts'
import { applyEdit } from './applyEdit.ts'
import { type Changed, changesBetween, fieldsChanged, recordWith } from './edit.fields.ts'

/** Edits of a customer's data: proposed on an order, applied at once or after a second person confirms, and listed. */
export const orderEdits = (server: Server) => {
  const { db, store, vault, audit, ids, handle } = server
  const apply = applyEdit(server)
  const { begin, send } = commandsOf(server, 'customerEdit', ({ id }: { id: string }) => id)

  const propose = async (
    kind: EditKind,
    { orderNo, ...changed }: { orderNo: string } & Changed,
    call: CallOf<typeof order.editNik>,
  ): Promise<Answer> => {
    const { value, context } = await store.existing(`approval/${orderNo}`)
    const { person, personVersion: before } = context.application!
    const [record] = await vault.read([{ person, version: before }])
    if (!record) throw notFound()
    const fields = fieldsChanged(record, changed)
    const taken = fields.includes('nik') && (await vault.find('nik', String(changed.nik)))
    if (taken && taken.some((owner) => owner !== person))
      throw badInput([{ field: 'nik', reason: 'nikTaken' }], call.language)
    const state = stateName(value)
    const personVersion = (await vault.newest(person)) + 1
    const event = {
      type: `${kind}Proposed` as const,
      ...stamp(call),
      orderNo,
      person,
      before,
      personVersion,
      fields,
      orderOpen: state === 'passed' || !isOver(state),
      waiting: await waitingOn(orderNo),
    }
    return begin(ids(), call, event, {
      writes: (tx) => vault.propose(tx, { person, version: personVersion }, recordWith(record, changed)),
    })
  }

  const waitingOn = async (orderNo: string) => {
    const { waiting } = await db.sql
      .selectFrom('customer_edit')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .where('order_no', '=', orderNo)
      .where('state', 'in', ['pending', 'confirmed'])
      .executeTakeFirstOrThrow()
    return waiting
  }

  /** Runs the queued `applyEdit` job at once, so that the answer to the caller shows its outcome. */
  const applied = async (answer: Answer): Promise<Answer> => {
    const { stream, version, id } = answer
    const job = { stream: stream as StreamOf<'customerEdit'>, name: 'applyEdit', event: id, version, attempts: 0 }
    const result = await apply(job, { stopping })
    if (!result || !('event' in result)) return answer
    return store.send({ stream, event: result.event, via: 'SYS', key: `applyEdit ${id}`, request: id })
  }

  for (const kind of Object.keys(order.edits) as EditKind[])
    handle(order.edits[kind], async (body, call) => {
      const done = await store.answered(call)
      return applied(done ?? (await againWhenTaken(() => propose(kind, body, call))))
    })

  const check = async (
    { id, version }: { id: string; version: number },
    call: CallOf<typeof order.confirmEdit>,
    event: CustomerEditEvent,
  ) => {
    const edit = await db.sql.selectFrom('customer_edit').select('order_no').where('id', '=', id).executeTakeFirst()
    if (!edit) throw notFound()
    await mustBeInScope(db, call.staff, edit.order_no)
    return send({ id, version }, call, event)
  }

  handle(order.confirmEdit, async (edit, call) =>
    applied(await check(edit, call, { type: 'editConfirmed', ...stamp(call) })),
  )
  handle(order.refuseEdit, ({ note, ...edit }, call) =>
    check(edit, call, { type: 'editRefused', ...stamp(call), note }),
  )

  handle(order.editsOf, async ({ orderNo }, call) => {
    const rows = await db.sql
      .selectFrom('customer_edit')
      .selectAll()
      .where('order_no', '=', orderNo)
      .orderBy('proposed_at', 'desc')
      .orderBy('id')
      .execute()
    const holder = await db.sql
      .selectFrom('approval')
      .select('holder')
      .where('order_no', '=', orderNo)
      .executeTakeFirst()
    if (!holder) throw notFound()
    const records = await vault.read(
      rows.flatMap(({ person, version_before, version_after }) => [
        { person, version: version_before },
        { person, version: version_after },
      ]),
    )
    const names = await staffNames(
      db,
      rows.flatMap(({ proposer, checker }) => [proposer, checker]),
    )
    const holds = holder.holder === call.by
    // Whoever may confirm an edit sees it unmasked: nobody can confirm what they cannot read.
    const mayCheck = call.staff.may(order.confirmEdit.interface)
    const isToCheck = ({ state, proposer }: { state: string; proposer: string }) =>
      mayCheck && state === 'pending' && proposer !== call.by
    const isOpen = (row: { state: string; proposer: string }) => holds || isToCheck(row)
    for (const { id, person } of rows.filter(isOpen))
      await audit.recordOnce({
        at: call.now,
        actor: call.by,
        type: 'editOpened',
        subject: `approval/${orderNo}`,
        data: { person, edit: id, ...place(call) },
      })
    return {
      edits: rows.map((row, index) => ({
        id: row.id,
        version: row.version,
        state: row.state,
        kind: row.kind,
        proposer: row.proposer,
        proposerName: names.get(row.proposer) ?? row.proposer,
        checkerName: row.checker && (names.get(row.checker) ?? row.checker),
        reason: row.reason,
        note: row.note,
        proposedAt: row.proposed_at,
        endedAt: row.ended_at,
        masked: !isOpen(row),
        records: { before: row.version_before, after: row.version_after },
        changes: changesBetween(records[index * 2], records[index * 2 + 1], row.fields, isOpen(row)),
      })),
    }
  })
}

// Never aborted: the call waits for the effect in any case.
const { signal: stopping } = new AbortController()
