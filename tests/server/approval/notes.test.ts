import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { verify } from '../../../src/server/maintenance/verify.ts'
import * as approval from '../../../src/services/approval.ts'
import { oneEngine } from '../../kit/engines.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { textOf } from '../../kit/tables.ts'
import { withApp } from '../../kit/withApp.ts'

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const reviewer = as('reviewer1')
  const lead = as('reviewLead')

  const entries = async (orderNo: string) =>
    app.db.sql
      .selectFrom('audit')
      .select(['actor', 'data'])
      .where('type', '=', 'noteAdded')
      .where('subject', '=', `approval/${orderNo}`)
      .orderBy('pos')
      .execute()
  const textsOn = async (orderNo: string) =>
    (await lead.data(approval.notes, { orderNo })).notes.map(({ text }) => text)

  test('a note says who, when and what, the newest first', async () => {
    const orderNo = await waitingOrder(app)
    expect((await lead.data(approval.notes, { orderNo })).notes).toEqual([])
    const at = app.clock.now()
    const first = await reviewer.data(approval.addNote, { orderNo, text: '  Called the employer:\nno answer.  ' })
    app.clock.advance(1000)
    const second = await lead.data(approval.addNote, { orderNo, text: 'Try again on Monday' })
    const { notes } = await reviewer.data(approval.notes, { orderNo })
    expect(notes).toEqual([
      { id: second.id, at: at + 1000, by: lead.id, byName: expect.any(String), text: 'Try again on Monday' },
      { id: first.id, at, by: reviewer.id, byName: expect.any(String), text: 'Called the employer:\nno answer.' },
    ])
    expect(notes.map(({ byName }) => byName)).not.toContain(lead.id)
  })

  test('each is one audit entry without its text, and none is part of the chart', async () => {
    const orderNo = await waitingOrder(app)
    const { id } = await reviewer.data(approval.addNote, { orderNo, text: 'Conspicuous' })
    expect(await entries(orderNo)).toEqual([
      { actor: reviewer.id, data: JSON.stringify({ note: id, ip: '', device: '' }) },
    ])
    expect(await app.server.store.version(`approval/${orderNo}`)).toBe(2)
    expect(await textOf(app.db, 'audit', 'note', 'es_event', 'document')).not.toContain('Conspicuous')
    expect((await verify(app.db)).problems).toEqual([])
  })

  test('the same call sent again is the same note', async () => {
    const orderNo = await waitingOrder(app)
    const add = (text: string) => reviewer.data(approval.addNote, { orderNo, text }, { key: `note ${orderNo}` })
    const ids = await Promise.all([add('once'), add('once'), add('once')])
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
    expect(await textsOn(orderNo)).toEqual(['once'])
    expect(await entries(orderNo)).toHaveLength(1)
  })

  test('none is ever changed, deleted or emptied', async () => {
    const orderNo = await waitingOrder(app)
    await reviewer.data(approval.addNote, { orderNo, text: 'stays' })
    for (const statement of [sql`update note set author = 'SYS'`, sql`delete from note`, sql`truncate note`])
      await expect(statement.execute(app.db.sql)).rejects.toThrow('note is append-only')
    expect(await textsOn(orderNo)).toEqual(['stays'])
  })

  test('its words go with the customer who is erased, and no more are taken', async () => {
    const orderNo = await waitingOrder(app)
    await reviewer.data(approval.addNote, { orderNo, text: 'lives opposite the school' })
    const { application } = (await app.server.store.state(`approval/${orderNo}`)).context
    await app.db.sql.deleteFrom('person_key').where('person', '=', application!.person).execute()
    expect(await textsOn(orderNo)).toEqual([null])
    expect(await reviewer.call(approval.addNote, { orderNo, text: 'more' })).toMatchObject({ code: 404 })
    expect(await textsOn(orderNo)).toEqual([null])
  })

  test('it is for those who may open the order', async () => {
    const orderNo = await waitingOrder(app)
    const outsider = await app.login('agency')
    expect(await outsider.call(approval.notes, { orderNo })).toMatchObject({ code: 4030 })
    expect(await outsider.call(approval.addNote, { orderNo, text: 'hello' })).toMatchObject({ code: 4030 })
    expect(await reviewer.call(approval.notes, { orderNo: 'LK0' })).toMatchObject({ code: 404 })
    expect(await reviewer.call(approval.addNote, { orderNo: 'LK0', text: 'hello' })).toMatchObject({ code: 404 })
  })

  test.each([
    ['nothing', '  \n ', 'required'],
    ['too much', 'x'.repeat(approval.noteLength + 1), 'tooLong'],
    ['a bell', 'ring\u0007', 'characters'],
  ])('%s is refused', async (_, text, reason) => {
    const orderNo = await waitingOrder(app)
    expect(await reviewer.call(approval.addNote, { orderNo, text })).toMatchObject({
      code: 400,
      data: { issues: [expect.objectContaining({ field: 'text', reason })] },
    })
    expect(await textsOn(orderNo)).toEqual([])
  })
})
