import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { statements } from '../../../src/server/db/schema/0102-appeal-consent.ts'
import { rulesAt } from '../../../src/server/inForce.ts'
import { checkCounter } from '../../../src/server/lead/checkCounter.ts'
import { drawnAs } from '../../../src/server/quality/sampleVisit.ts'
import { forgetCounts } from '../../../src/server/store/counter.ts'
import * as lead from '../../../src/services/lead.ts'
import * as quality from '../../../src/services/quality.ts'
import * as secondPerson from '../../../src/services/secondPerson.ts'
import { catchUp } from '../../kit/catchUp.ts'
import { oneEngine } from '../../kit/engines.ts'
import { rowsMade } from '../../kit/made.ts'
import { withApp } from '../../kit/withApp.ts'
import { fatal, minor } from '../../machines/quality.events.ts'
import { finishedLead } from '../../model/quality.leads.ts'

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const head = as('telemarketingLead')
  const seller = as('telemarketer')
  const other = as('telemarketer.2')
  const first = as('qualityChecker')
  const second = as('qualityChecker.2')
  const third = as('qualityChecker.3')

  /** A lead whose visit is drawn like this. */
  const drawn = async (as: 'sampled' | 'sampledTwice' | undefined, by = seller.id) => {
    const card = await rulesAt(app.server, 'scorecard', app.clock.now())
    for (;;) {
      const id = randomUUID()
      if (drawnAs(app.server, `${id}.3`, card) === as) {
        await finishedLead(app, id, { seller: by, head: head.id })
        await app.settle()
        return id
      }
    }
  }
  const rowOf = async (of: string) => {
    const { row } = await first.data(quality.detail, { id: `${of}.3` })
    return row
  }
  const marked = async <More extends object>(of: string, more: More) => ({
    id: `${of}.3`,
    version: (await rowOf(of)).version,
    missed: [minor],
    ...more,
  })
  const failed = { missed: [minor, fatal], evidence: 'Menit ketiga' }

  test('the system samples what it draws, once, and nothing else', async () => {
    const one = await drawn('sampled')
    expect(await rowOf(one)).toMatchObject({
      state: 'notChecked',
      lead: one,
      seller: seller.id,
      cause: 'random',
      version: 1,
    })
    const none = await drawn(undefined)
    expect(await first.call(quality.detail, { id: `${none}.3` })).toMatchObject({ code: 404 })
    await app.settle()
    expect((await rowOf(one)).version).toBe(1)
  })

  test('a checker who was the seller may not check the visit, at first or second', async () => {
    const refused = { code: 422, data: { reason: 'quality:guard.notSeller' } }
    const once = await drawn('sampled', first.id)
    expect(await first.call(quality.pass, await marked(once, {}))).toMatchObject(refused)
    expect(await first.call(quality.fail, await marked(once, failed))).toMatchObject(refused)
    const twice = await drawn('sampledTwice', first.id)
    await second.data(quality.pass, await marked(twice, {}))
    expect(await first.call(quality.passSecond, await marked(twice, {}))).toMatchObject(refused)
  })

  test('a complaint samples the visit that was not drawn, and a second one is added to it', async () => {
    const id = await drawn(undefined)
    await head.data(quality.complain, { version: 0, lead: id, complaint: 'Merasa dipaksa' })
    expect(await rowOf(id)).toMatchObject({ state: 'notChecked', cause: 'complaint', complaint: 'Merasa dipaksa' })
    await head.data(quality.complain, { version: 0, lead: id, complaint: 'Masih ditelepon' })
    expect(await rowOf(id)).toMatchObject({ complaint: 'Masih ditelepon', version: 2 })
    expect(await seller.call(quality.complain, { version: 0, lead: id, complaint: 'Sendiri' })).toMatchObject({
      code: 4030,
    })
    const { version } = await app.server.store.state(`lead/${id}`)
    await head.data(lead.reopen, { id, version })
    const again = await head.call(quality.complain, { version: 0, lead: id, complaint: 'Lagi' })
    expect(again).toMatchObject({ code: 422, msg: 'Nobody’s visit to this lead has ended' })
  })

  test('a verdict is told to nobody before the second check, which another person makes', async () => {
    const id = await drawn('sampledTwice')
    await first.data(quality.fail, await marked(id, failed))
    const hidden = { state: 'second', score: null, missed: null, fatal: null, evidence: null, agrees: null }
    for (const who of [first, second, seller, head]) {
      const { row, history } = await who.data(quality.detail, { id: `${id}.3` })
      expect(row).toMatchObject(hidden)
      expect(history.map(({ type }) => type)).toEqual(['sampledTwice'])
      const { rows } = await who.data(quality.list, { seller: seller.id })
      expect(rows.find((one) => one.lead === id)).toMatchObject(hidden)
      const listed = await who.data(quality.list, { state: 'failed' })
      expect(listed.rows.some((one) => one.lead === id)).toBe(false)
    }
    expect(await first.call(quality.passSecond, await marked(id, {}))).toMatchObject({ code: 422 })
    await second.data(quality.passSecond, await marked(id, {}))
    expect(await rowOf(id)).toMatchObject({ state: 'failed', score: 60, fatal, evidence: 'Menit ketiga', agrees: 'no' })
    const { checkers } = await head.data(quality.figures, {})
    for (const { id: checker } of [first, second])
      expect(checkers.find((one) => one.id === checker)).toMatchObject({ agreed: 0, differed: 1 })
    expect((await head.data(quality.list, { compared: second.id, agrees: 'no' })).rows).toHaveLength(1)
  })

  test('the seller alone appeals, and a checker who has not checked it answers', async () => {
    const id = await drawn('sampled')
    expect(await seller.call(quality.pass, await marked(id, {}))).toMatchObject({ code: 4030 })
    await first.data(quality.fail, await marked(id, failed))
    const appeal = async () => ({
      id: `${id}.3`,
      version: (await rowOf(id)).version,
      reason: 'Disebut pada menit kelima',
    })
    expect(await other.call(quality.appeal, await appeal())).toMatchObject({ code: 422 })
    await seller.data(quality.appeal, await appeal())
    const waiting = { kind: 'quality/appealed', id: `${id}.3`, proposer: seller.id }
    const secondPersonStepsOf = async (who: typeof first) => (await who.data(secondPerson.list, {})).rows
    for (const who of [second, third]) expect(await secondPersonStepsOf(who)).toMatchObject([waiting])
    for (const who of [first, seller]) expect(await secondPersonStepsOf(who)).toEqual([])
    const kept = async () => (await rowsMade(app.db))['consent']
    const before = await kept()
    await sql`delete from consent`.execute(app.db.sql)
    for (const statement of statements) await sql.raw(statement).execute(app.db.sql)
    expect(await kept()).toEqual(before)
    expect(await first.call(quality.uphold, await marked(id, {}))).toMatchObject({ code: 422 })
    await third.data(quality.uphold, await marked(id, {}))
    expect(await secondPersonStepsOf(second)).toEqual([])
    expect(await rowOf(id)).toMatchObject({
      state: 'passed',
      score: 90,
      checker: third.id,
      appeal: 'Disebut pada menit kelima',
    })
    expect((await head.data(quality.list, { appealed: 'yes', state: 'passed' })).rows).toHaveLength(1)
    expect(await head.data(quality.count, { appealed: 'yes', state: 'passed' })).toEqual({ count: 1, capped: false })
  })

  test('each figure is the number of rows of its list', async () => {
    const { sellers, checkers } = await head.data(quality.figures, {})
    const counted = async (filter: object) => (await head.data(quality.count, filter)).count
    expect(sellers.length).toBeGreaterThan(0)
    for (const one of sellers) {
      expect(await counted({ seller: one.id, state: 'passed' })).toBe(one.passed)
      expect(await counted({ seller: one.id, state: 'failed' })).toBe(one.failed)
    }
    for (const one of checkers) {
      expect(await counted({ checker: one.id })).toBe(one.checked)
      expect(await counted({ compared: one.id, agrees: 'yes' })).toBe(one.agreed)
      expect(await counted({ compared: one.id, agrees: 'no' })).toBe(one.differed)
    }
  })

  test('the list of leads has the check of the last visit that was sampled, and finds leads by it', async () => {
    await catchUp(app.db)
    const { rows } = await head.data(quality.list, { limit: 200 })
    const last = new Map(rows.toReversed().map(({ lead: of, id, state }) => [of, { id, state }]))
    expect(last.size).toBeGreaterThan(1)
    for (const state of quality.qualityStates) {
      const found = (await head.data(lead.list, { quality: state, limit: 200 })).rows
      const expected = [...last].filter(([, check]) => check.state === state)
      expect(new Map(found.map(({ id, check }) => [id, check])), state).toEqual(new Map(expected))
    }
  })

  test('a lead that is imported again comes first among those with its check, whatever batches the log is counted in', async () => {
    const id = await drawn('sampled')
    const { state } = (await head.data(quality.detail, { id: `${id}.3` })).row
    const imports = async () => {
      const found = await head.data(lead.list, { quality: state, limit: 200 })
      return found.rows.map((row) => row.id)
    }
    app.clock.advance(60_000)
    const { value: phone } = await head.data(lead.reveal, { id, field: 'phone', purpose: 'complaint' })
    const again = [{ phone, name: 'Calon Nasabah', province: '31' }]
    await head.data(lead.importLeads, { batch: 'UJI-9', source: 'uji', proof: 'formulir', leads: again })
    await catchUp(app.db)
    expect((await imports())[0]).toBe(id)
    expect((await head.data(lead.count, { quality: state })).count).toBe((await imports()).length)

    const stored = () => app.db.sql.selectFrom('lead_check').selectAll().orderBy('checked_lead').execute()
    const before = await stored()
    expect(before.length).toBeGreaterThan(1)
    const { pos } = await app.db.sql.selectFrom('es_head').select('pos').executeTakeFirstOrThrow()
    await app.db.sql.transaction().execute(async (tx) => {
      await forgetCounts(tx, [checkCounter])
      for (let from = 0; from < pos; from += 1) await checkCounter.count(tx, from, from + 1)
    })
    expect(await stored()).toEqual(before)
  })

  test('the history does not carry the scorecard', async () => {
    const id = await drawn('sampled')
    const { history, items } = await first.data(quality.detail, { id: `${id}.3` })
    expect(history.map(({ details }) => details)).toEqual([{}])
    expect(items.map(({ name }) => name)).toContain(fatal)
    expect(history.map(({ type }) => type)).toEqual(['sampled'])
  })
})
