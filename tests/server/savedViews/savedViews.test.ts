import { describe, expect, test } from 'vitest'
import * as access from '../../../src/services/access.ts'
import * as savedViews from '../../../src/services/savedViews.ts'
import * as user from '../../../src/services/user.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { textOf } from '../../kit/tables.ts'
import { withApp } from '../../kit/withApp.ts'

const hour = 3_600_000
const list = 'reviewFirstWait'
const layout = {
  columns: [{ name: 'orderNo' }, { name: 'score', hidden: true }, { name: 'amount', width: 120 }],
  frozen: 1,
}
const view = { list, name: 'Large', query: 'app=DK&size=100', layout, role: null }
const noPages = { columns: [] }

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const reviewer = as('reviewer1')
  const colleague = as('reviewer1.2')
  const finance = as('finance')

  const seenBy = async (who: Caller, of = list) => (await who.data(savedViews.getViews, { list: of })).views
  const roleOf = async (who: Caller) => (await who.data(savedViews.getViews, { list })).roles[0]!
  const reasons = (answer: { code: number; data: unknown }) => ({
    code: answer.code,
    issues: (answer.data as { issues: { field: string; reason: string }[] }).issues.map(({ field, reason }) => [
      field,
      reason,
    ]),
  })

  describe('columns', () => {
    test('are kept for a person and a list, the last choice for all', async () => {
      expect((await reviewer.data(savedViews.getViews, { list })).layout).toBeNull()
      await reviewer.data(savedViews.keepLayout, { list, layout: noPages })
      await reviewer.data(savedViews.keepLayout, { list, layout })
      expect((await reviewer.data(savedViews.getViews, { list })).layout).toEqual(layout)
      expect((await reviewer.data(savedViews.getViews, { list: 'reviewFirstPass' })).layout).toBeNull()
      expect((await colleague.data(savedViews.getViews, { list })).layout).toBeNull()
    })

    test.each([
      ['a column that is a thousand pixels too wide', { columns: [{ name: 'amount', width: 3000 }] }],
      ['a hundred and one columns', { columns: Array.from({ length: 101 }, (_, n) => ({ name: `c${n}` })) }],
      ['what no layout has', { columns: [], colour: 'red' }],
    ])('with %s are refused', async (_, refused) => {
      expect(await reviewer.call(savedViews.keepLayout, { list, layout: refused })).toMatchObject({ code: 400 })
    })
  })

  describe('a saved view', () => {
    test('is kept whole, its owner alone sees it, and it goes when it is deleted', async () => {
      const { id } = await reviewer.data(savedViews.saveView, view)
      const kept = { id, name: 'Large', query: 'app=DK&size=100', layout, role: null, sharedBy: null }
      expect(await seenBy(reviewer)).toEqual([kept])
      expect(await seenBy(reviewer, 'reviewFirstPass')).toEqual([])
      expect(await seenBy(colleague)).toEqual([])

      await reviewer.data(savedViews.saveView, { ...view, id, name: 'Larger', query: '' })
      expect(await seenBy(reviewer)).toEqual([{ ...kept, name: 'Larger', query: '' }])
      await reviewer.data(savedViews.deleteView, { id })
      expect(await seenBy(reviewer)).toEqual([])
    })

    test('that is shared with a role is seen by everybody who holds it, and changed by its owner alone', async () => {
      const role = await roleOf(reviewer)
      const { id } = await reviewer.data(savedViews.saveView, { ...view, name: 'Ours', role: role.id })
      const [shared] = await seenBy(colleague)
      expect(shared).toMatchObject({ id, name: 'Ours', role, sharedBy: expect.any(String) })
      expect(await seenBy(finance)).toEqual([])

      expect(await colleague.call(savedViews.saveView, { ...view, id, name: 'Mine' })).toMatchObject({ code: 404 })
      expect(await colleague.call(savedViews.deleteView, { id })).toMatchObject({ code: 404 })
      expect(await reviewer.call(savedViews.saveView, { ...view, id, list: 'reviewFirstPass' })).toMatchObject({
        code: 404,
      })
      expect(await seenBy(colleague)).toEqual([shared])
      // Another person's own view may have the same name.
      const own = await colleague.data(savedViews.saveView, { ...view, name: 'ours' })
      expect((await seenBy(colleague)).map(({ name }) => name).toSorted()).toEqual(['Ours', 'ours'])

      await reviewer.data(savedViews.saveView, { ...view, id, name: 'Ours' })
      expect(await seenBy(colleague)).toMatchObject([{ id: own.id }])
      await colleague.data(savedViews.deleteView, own)
      await reviewer.data(savedViews.deleteView, { id })
    })

    test('is out of sight for whoever loses the role it is shared with', async () => {
      const { id } = await reviewer.data(savedViews.saveView, {
        ...view,
        name: 'Held',
        role: (await roleOf(reviewer)).id,
      })
      expect(await seenBy(colleague)).toHaveLength(1)
      const admin = await app.login('admin')
      const other = await roleOf(finance)
      const account = Number(colleague.id.replace('staff/', ''))
      const { users } = await admin.data(user.powerGetUsers, { id: account })
      const { name, email } = users[0]!
      await admin.data(user.powerUserEdit, { id: account, name, email, roles: [other.id] })
      expect(await seenBy(colleague)).toEqual([])
      await reviewer.data(savedViews.deleteView, { id })
    })

    test('has a name of its own among those of its owner and list', async () => {
      const { id } = await reviewer.data(savedViews.saveView, view)
      expect(reasons(await reviewer.call(savedViews.saveView, { ...view, name: ' large ' }))).toEqual({
        code: 400,
        issues: [['name', 'viewTaken']],
      })
      const there = await reviewer.data(savedViews.saveView, { ...view, list: 'reviewFirstPass' })
      await reviewer.data(savedViews.saveView, { ...view, id, name: 'LARGE' })
      await reviewer.data(savedViews.deleteView, { id })
      await reviewer.data(savedViews.deleteView, there)
    })

    test('is shared with no role that its owner does not hold', async () => {
      const { roles } = await (await app.login('admin')).data(access.getRoles, {})
      const other = roles.find(({ name }) => name === 'finance')!
      expect(reasons(await reviewer.call(savedViews.saveView, { ...view, role: other.id }))).toEqual({
        code: 400,
        issues: [['role', 'role']],
      })
    })

    test('that is sent again after its answer was lost is saved once', async () => {
      const first = await reviewer.data(savedViews.saveView, view, { key: 'one' })
      expect(await reviewer.data(savedViews.saveView, view, { key: 'one' })).toEqual(first)
      expect(await seenBy(reviewer)).toHaveLength(1)
      await reviewer.data(savedViews.deleteView, first)
    })

    test('is one of a hundred at most, also when the last are saved at one instant', async () => {
      const numbered = (n: number) => ({ ...view, name: `View ${n}` })
      for (let n = 1; n <= 98; n += 1) await finance.data(savedViews.saveView, numbered(n))
      const last = await Promise.all([99, 100, 101, 102].map((n) => finance.call(savedViews.saveView, numbered(n))))
      expect(last.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 0, 400, 400])
      expect(reasons(last.find(({ code }) => code === 400)!).issues).toEqual([['name', 'viewsFull']])
      expect(await seenBy(finance)).toHaveLength(100)
      await finance.data(savedViews.saveView, { ...view, list: 'reviewFirstPass' })
    })

    test.each([
      ['no name', { name: ' ' }],
      ['a name that turns the reading direction', { name: 'a\u202eb' }],
      ['a query that is too long', { query: 'a'.repeat(2001) }],
    ])('with %s is refused', async (_, wrong) => {
      expect(await reviewer.call(savedViews.saveView, { ...view, ...wrong })).toMatchObject({ code: 400 })
    })
  })

  describe('what must not stand in a URL', () => {
    const phone = '081311112222'

    test('comes back for its id, as often as it is asked for, to whoever concealed it alone', async () => {
      const { id } = await reviewer.data(savedViews.conceal, { value: phone })
      expect(await reviewer.data(savedViews.reveal, { id })).toEqual({ value: phone })
      expect(await (await app.login('reviewer1')).data(savedViews.reveal, { id })).toEqual({ value: phone })
      expect(await colleague.call(savedViews.reveal, { id })).toMatchObject({ code: 404 })
      expect(await app.nobody.call(savedViews.reveal, { id })).toMatchObject({ code: 403 })
      expect(await reviewer.call(savedViews.reveal, { id: phone })).toMatchObject({ code: 404 })
    })

    test('has another id each time, and neither it nor the id is in the database', async () => {
      const ids = [
        (await reviewer.data(savedViews.conceal, { value: phone })).id,
        (await reviewer.data(savedViews.conceal, { value: phone })).id,
      ]
      expect(ids[0]).not.toBe(ids[1])
      const rows = await textOf(app.db, 'concealed')
      for (const secret of [...ids, phone, Buffer.from(phone).toString('hex')]) expect(rows).not.toContain(secret)
    })

    test('is gone after a day, and its row with it', async () => {
      const { id } = await reviewer.data(savedViews.conceal, { value: phone })
      app.clock.advance(24 * hour - 1)
      const again = await app.login('reviewer1')
      expect(await again.data(savedViews.reveal, { id })).toEqual({ value: phone })
      app.clock.advance(1)
      expect(await again.call(savedViews.reveal, { id })).toMatchObject({ code: 404 })
      await again.data(savedViews.conceal, { value: phone })
      expect((await textOf(app.db, 'concealed')).split('\n')).toHaveLength(1)
    })
  })
})
