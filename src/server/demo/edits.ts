import type { CustomerEditEvent } from '../../machines/customerEdit.ts'
import type { Kind, StreamOf } from '../../machines/lifecycles.ts'
import type { OrderSheetEvent } from '../../machines/orderSheet.ts'
import * as order from '../../services/order.ts'
import { applyEdit } from '../order/applyEdit.ts'
import { beginSheet } from '../order/beginSheet.ts'
import { type Changed, fieldsChanged, recordWith } from '../order/edit.fields.ts'
import { recheckCustomer } from '../order/recheckCustomer.ts'
import { runSheet } from '../order/runSheet.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import type { Effect } from '../store/outbox.ts'
import type { Lender } from './catalogue.ts'
import { inProcess } from './providers.ts'

// Among fewer orders three edits would stand out.
const fewest = 200
const { signal: stopping } = new AbortController()

/** Makes edits of customers' data on the newest orders, one of them unconfirmed, and a sheet of order numbers. */
export const makeEdits = async (real: Server, { staff }: Lender, orders: number): Promise<void> => {
  if (orders < fewest) return
  const server = { ...real, channels: inProcess() }
  const { db, store, vault, clock } = server
  const support = staff.support![0]!
  const lead = staff.reviewLead![0]!

  /** Runs an effect of an event here and at once. */
  const perform = async <K extends Kind>(
    effect: Effect<K>,
    stream: StreamOf<K>,
    name: string,
    event: string,
    version: number,
  ) => {
    for (;;) {
      const result = await effect({ stream, name, event, version, attempts: 0 }, { stopping })
      const finish = db.sql.deleteFrom('es_effect').where('stream', '=', stream).where('name', '=', name)
      if (!result) return void (await finish.execute())
      if ('again' in result) continue
      const { writes } = result
      await store.send({
        stream,
        event: result.event,
        via: 'SYS',
        key: `${name} ${event}`,
        request: event,
        writes: async (tx) => {
          await writes?.(tx)
          await tx.deleteFrom('es_effect').where('stream', '=', stream).where('name', '=', name).execute()
        },
      })
      return
    }
  }

  const newest = (state: string, most: number) =>
    db.sql
      .selectFrom('approval')
      .select(['order_no', 'person', 'person_version'])
      .where('state', '=', state)
      .orderBy('applied_at', 'desc')
      .limit(most)
      .execute()
  type Row = Awaited<ReturnType<typeof newest>>[number]

  const edit = async (
    { order_no: orderNo, person, person_version: before }: Row,
    type: 'userInfoProposed' | 'bankCardProposed',
    changed: Changed,
    confirmed: boolean,
  ) => {
    const [record] = await vault.read([{ person, version: before }])
    const personVersion = (await vault.newest(person)) + 1
    const stream = `customerEdit/demo-${orderNo}` as const
    const send = (event: CustomerEditEvent, via: string, writes?: Parameters<typeof store.send>[0]['writes']) =>
      store.send({ stream, event, via, key: `demo ${event.type} ${stream}`, ...(writes ? { writes } : {}) })
    const fields = fieldsChanged(record!, changed)
    const about = { orderNo, person, before, personVersion, fields, orderOpen: true, waiting: 0 }
    const endpoint = type === 'userInfoProposed' ? order.editUserInfo : order.editBankCard
    const proposed = await send({ type, by: support, at: clock.now(), ...about }, endpoint.interface, (tx) =>
      vault.propose(tx, { person, version: personVersion }, recordWith(record!, changed)),
    )
    await perform(applyEdit(server), stream, 'applyEdit', proposed.id, proposed.version)
    if (confirmed) {
      const done = await send({ type: 'editConfirmed', by: lead, at: clock.now() }, order.confirmEdit.interface)
      await perform(applyEdit(server), stream, 'applyEdit', done.id, done.version)
    }
    const approval = `approval/${orderNo}` as const
    const isTaken = confirmed || (await store.state(stream)).value === 'applied'
    if (isTaken)
      await perform(
        recheckCustomer(server),
        approval,
        'recheckCustomer',
        `demo ${stream}`,
        await store.version(approval),
      )
  }

  const [waiting, changed] = await newest('passed', 2)
  const [underReview] = await newest('firstReview.wait', 1)
  if (waiting) await edit(waiting, 'bankCardProposed', { account: '8800112233' }, false)
  if (changed) await edit(changed, 'userInfoProposed', { street: 'Jalan Cendana 21' }, true)
  if (underReview) await edit(underReview, 'userInfoProposed', { employer: 'Koperasi Sumber Rejeki' }, false)

  const known = await newest('passed', 6)
  const texts = [
    ...known.map(({ order_no: orderNo }) => orderNo),
    known[0]?.order_no ?? '',
    'LK250101000001',
    'BUKAN NOMOR',
  ]
  const stream = 'orderSheet/demo'
  const send = (event: OrderSheetEvent, writes?: Parameters<typeof store.send>[0]['writes']) =>
    store.send({
      stream,
      event,
      via: order.uploadSheet.interface,
      key: `demo ${stream}`,
      ...(writes ? { writes } : {}),
    })
  const asked = await send(
    {
      type: 'sheetRequested',
      by: support,
      at: clock.now(),
      format: 'xlsx',
      language: 'id',
      rows: texts.length,
      limit: policy.mostInSheet,
    },
    async (tx) => {
      await tx.insertInto('order_sheet_upload').values({ id: 'demo', name: 'tindak-lanjut.xlsx', sheets: 1 }).execute()
      await tx.insertInto('order_sheet_run').values({ id: 'demo' }).execute()
      const rows = texts.map((text, index) => ({
        sheet: 'demo',
        n: index + 2,
        text,
        result: !text.startsWith('LK') ? 'invalid' : texts.indexOf(text) < index ? 'duplicate' : null,
      }))
      await tx.insertInto('order_sheet_row').values(rows).execute()
    },
  )
  await perform(beginSheet(server), stream, 'beginSheet', asked.id, asked.version)
  await perform(runSheet(server), stream, 'runSheet', `${asked.id} run`, asked.version + 1)
}
