import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '../../../src/machines/calendar.ts'
import { usualRules } from '../../../src/machines/contactRules.ts'
import { onlyCode } from '../../../src/machines/setting.facts.ts'
import { factOf } from '../../../src/server/store/events.ts'
import * as collectionGroup from '../../../src/services/collectionGroup.ts'
import * as collector from '../../../src/services/collector.ts'
import { ofOrder } from '../../../src/services/contact.ts'
import * as jobs from '../../../src/services/jobs.ts'
import * as placement from '../../../src/services/placement.ts'
import * as recoveryCase from '../../../src/services/recoveryCase.ts'
import * as secondPerson from '../../../src/services/secondPerson.ts'
import * as bankStatement from '../../../src/services/statement.ts'
import { editUser } from '../../../src/services/user.ts'
import { type Caller, password } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { openLoan } from '../../kit/loans.ts'
import { putInForce } from '../../kit/settings.ts'
import { withApp } from '../../kit/withApp.ts'
import { statementLineFacts } from '../../machines/statementLine.events.ts'

/** 10:00 on Monday 9 March 2026 in Jakarta. */
const monday = Date.UTC(2026, 2, 9, 3)
const day = 24 * 3_600_000
const agency = 'Agen Penagihan Timur'
/** A loan of this day is in stage M2, and one of the other in M4. */
const [m2, m4] = [{ from: '2026-01-10' }, { from: '2025-09-01' }]

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, at: monday })
  let lead: Caller
  let checker: Caller
  let [ayu, own]: Caller[] = []
  beforeAll(async () => {
    const admin = await app.login('admin')
    const { id } = await app.db.sql
      .selectFrom('role')
      .select('id')
      .where('name', '=', 'collector')
      .executeTakeFirstOrThrow()
    const hired = async (name: string) => {
      await admin.data(editUser, { name, email: `${name}@demo.example`, roles: [id], password })
      return app.login(name)
    }
    ;[ayu, own] = [await hired('ayu'), await hired('budi')]
    lead = await app.login('collectionLead')
    const groups = await app.db.sql.selectFrom('collection_group').select(['id', 'company', 'stages']).execute()
    const groupOf = (company: string) =>
      groups.find((one) => one.company === company && one.stages.some((stage) => stage === 'm2'))!.id
    for (const [{ id: one }, company] of [
      [ayu, agency],
      [own, ''],
    ] as const) {
      await lead.data(collector.join, { id: one, version: 0, group: groupOf(company) })
      await lead.data(collector.certify, { id: one, version: 1, certificate: 'SPPI', until: '2027-03-09' })
    }
  })

  const again = async () => {
    ;[lead, checker] = [await app.login('collectionLead'), await app.login('financeChecker')]
    ;[ayu, own] = [await app.login('ayu'), await app.login('budi')]
  }
  const overdue = async (terms: { from: string }) => {
    await again()
    const orderNo = await openLoan(app, terms)
    await app.settle()
    return orderNo
  }
  const versionOf = (orderNo: string) => app.server.store.version(`placement/${orderNo}`)
  const today = () => businessDay(app.clock.now())
  const propose = async (orderNo: string, input: object = {}) =>
    lead.call(placement.propose, {
      orderNo,
      version: await versionOf(orderNo),
      company: agency,
      until: addDays(today(), 30),
      ...input,
    })
  const confirm = async (orderNo: string) => {
    const done = await checker.data(placement.confirm, { orderNo, version: await versionOf(orderNo) })
    await app.settle()
    return done
  }
  const placed = async (terms = m2) => {
    const orderNo = await overdue(terms)
    expect(await propose(orderNo)).toMatchObject({ code: 0 })
    await confirm(orderNo)
    return orderNo
  }
  const caseOf = async (orderNo: string) => app.server.store.existing(`recoveryCase/${orderNo}`)
  const rowOf = async (orderNo: string) => (await lead.data(placement.ofOrder, { orderNo })).placement
  const give = async () => {
    while ((await app.dispatch.runDue()) > 0);
  }
  const lastOf = async (orderNo: string) => factOf((await app.server.store.history(`placement/${orderNo}`)).at(-1)!)

  /** A line of the bank's statement that somebody proposes to book on an order. */
  const importLine = async (n: number, orderNo: string) => {
    const tell = (event: object, via: string) =>
      app.server.store.send({
        stream: `statementLine/line-${n}`,
        event: { by: lead.id, at: app.clock.now(), ...event } as never,
        via,
        key: randomUUID(),
      })
    await tell({ type: 'lineImported', ...statementLineFacts.lineImported, n, txid: `A${n}` }, 'SYS')
    await tell(
      { type: 'matchProposed', orderNo, recorded: null, recordedAmount: null },
      bankStatement.proposeMatch.interface,
    )
  }

  test('the event of the second person says what is owed and paid from that day, and the case follows', async () => {
    const orderNo = await overdue(m2)
    await propose(orderNo)
    const { rows } = await checker.data(secondPerson.list, { kind: 'placement/proposed' })
    expect(rows).toMatchObject([{ orderNo, amount: (await rowOf(orderNo))!.balance }])
    await confirm(orderNo)

    const balance = (await rowOf(orderNo))!.balance
    expect(balance).toBeGreaterThan(0)
    expect(await lastOf(orderNo)).toMatchObject({
      type: 'placementConfirmed',
      company: agency,
      from: '2026-03-09',
      until: '2026-04-08',
      balance,
      rate: 2000,
    })
    expect((await caseOf(orderNo)).context.placement).toEqual({ company: agency, until: '2026-04-08' })
    expect((await lead.data(recoveryCase.list, { company: agency })).rows).toMatchObject([
      { orderNo, company: agency, placedUntil: '2026-04-08', holder: null },
    ])
  })

  test('what cannot be placed is refused with a reason', async () => {
    const orderNo = await overdue(m2)
    const why = async (input: object) => (await propose(orderNo, input)).data
    expect(await why({ company: 'Nobody' })).toEqual({ reason: 'placement:guard.agencyOpen' })
    expect(await why({ until: addDays(today(), -1) })).toEqual({ reason: 'placement:guard.untilAhead' })
    expect(await why({ until: addDays(today(), 181) })).toEqual({ reason: 'placement:guard.untilNear' })

    const { stream } = await lead.data(collectionGroup.create, {
      version: 0,
      name: 'Dearer',
      company: agency,
      stages: ['m4'],
      apps: [],
      capacity: 1,
      days: [],
      opens: '08:00',
      closes: '20:00',
      commission: 3000,
      target: 0,
    })
    expect(await why({})).toEqual({ reason: 'placement:guard.oneRate' })
    await lead.data(collectionGroup.close, { id: stream.slice('collectionGroup/'.length), version: 1 })

    const later = await openLoan(app, { from: today() })
    expect((await propose(later)).data).toEqual({ reason: 'placement:guard.caseOpen' })
  })

  test('many waiting cases are proposed at once; who may not be placed is skipped with the reason, and counted', async () => {
    await again()
    const orders = await Promise.all([1, 2, 3, 4].map(() => openLoan(app, m4)))
    await app.settle()
    const [free, held, paying, other] = orders as [string, string, string, string]
    const promised = await overdue(m2)
    const hold = { reason: 'dispute' as const, from: today(), until: today() }
    const versions = new Map<string, number>()
    for (const orderNo of orders) versions.set(orderNo, (await caseOf(orderNo)).version)
    // The lead's list shows each of them as it was before.
    const { rows: seen } = await lead.data(recoveryCase.waiting, { limit: 200 })
    await lead.data(recoveryCase.hold, { orderNo: held, version: versions.get(held)!, ...hold })
    await importLine(1, paying)
    const given = { orderNo: promised, version: (await caseOf(promised)).version, holder: own!.id }
    await lead.data(recoveryCase.dispatch, given)
    const promise = { orderNo: promised, version: given.version + 1, amount: 1000, day: today() }
    await own!.data(recoveryCase.promise, promise)

    const all = { list: recoveryCase.waiting.id, command: 'placementProposed', filter: { stage: 'm4' } }
    const said = { company: agency, until: addDays(today(), 30) }
    const rows = seen
      .filter(({ orderNo }) => [free, held, paying, promised].includes(orderNo))
      .map(({ orderNo: key, placementVersion: version }) => ({ key, version }))
    const ended = async (stream: string) => {
      await app.settle()
      const id = stream.slice('bulk/'.length)
      const { rows: found } = await lead.data(jobs.bulkRows, { id, limit: 200 })
      return {
        ...(await lead.data(jobs.bulkStatus, { id })),
        results: new Map(found.map((one) => [one.key, one.result])),
      }
    }
    const some = await ended((await lead.data(jobs.requestBulk, { ...all, said, rows })).stream)
    expect(some).toMatchObject({ rows: 4, done: 1, refused: 3 })
    expect(some.results).toEqual(
      new Map([
        [free, 'done'],
        [held, 'placement:guard.notHeld'],
        [paying, 'placement:guard.noPaymentPending'],
        [promised, 'placement:guard.noPromiseOpen'],
      ]),
    )

    const matching = await ended((await lead.data(jobs.requestBulk, { ...all, said })).stream)
    expect(matching.results.get(other)).toBe('done')
    expect(matching.results.has(held)).toBe(false)
    expect(matching.results.get(free)).toBe('placement:guard.notOffered')

    const ticked = await Promise.all([free, other].map(async (key) => ({ key, version: await versionOf(key) })))
    const confirming = { list: placement.list.id, command: 'placementConfirmed', filter: {}, said: {}, rows: ticked }
    expect(await lead.call(jobs.requestBulk, confirming)).toMatchObject({ code: 4030 })
    await checker.data(jobs.requestBulk, confirming)
    await app.settle()
    const states = await Promise.all(orders.map(async (orderNo) => (await rowOf(orderNo))?.state))
    expect(states).toEqual(['placed', undefined, undefined, 'placed'])
  })

  test('an agency whose last group was closed since the proposal is given nothing', async () => {
    const orderNo = await overdue(m2)
    const { stream } = await lead.data(collectionGroup.create, {
      version: 0,
      name: 'For a while',
      company: 'Agen Sementara',
      stages: ['m2'],
      apps: [],
      capacity: 1,
      days: [],
      opens: '08:00',
      closes: '20:00',
      commission: 2000,
      target: 0,
    })
    expect(await propose(orderNo, { company: 'Agen Sementara' })).toMatchObject({ code: 0 })
    await lead.data(collectionGroup.close, { id: stream.slice('collectionGroup/'.length), version: 1 })
    const { data } = await checker.call(placement.confirm, { orderNo, version: await versionOf(orderNo) })
    expect(data).toEqual({ reason: 'placement:guard.agencyOpen' })
    expect((await rowOf(orderNo))!.state).toBe('proposed')
  })

  test('a placed case goes to the agency’s people alone, any other to the lender’s own; the last stage waits for an agency', async () => {
    const [theirs, ours, late] = [await placed(), await overdue(m2), await overdue(m4)]
    await own!.data(collector.signIn, {})
    await give()
    const holders = async () => Promise.all([theirs, ours, late].map(async (one) => (await caseOf(one)).context.holder))
    expect(await holders()).toEqual([null, own!.id, null])
    const whyOf = async (orderNo: string) =>
      (await lead.data(recoveryCase.waiting, { orderNo })).rows.map(({ why, proposed }) => [why, proposed === null])
    expect([await whyOf(theirs), await whyOf(late)]).toEqual([[['nobodyAtWork', false]], [['noAgency', true]]])
    expect(
      (await lead.data(recoveryCase.waiting, { why: 'noAgency', limit: 200 })).rows.map(({ orderNo }) => orderNo),
    ).toContain(late)

    const dispatch = async (orderNo: string, holder: string) =>
      lead.call(recoveryCase.dispatch, { orderNo, version: (await caseOf(orderNo)).version, holder })
    expect((await dispatch(theirs, own!.id)).data).toEqual({ reason: 'recoveryCase:guard.worksCompany' })
    expect((await dispatch(late, own!.id)).data).toEqual({ reason: 'recoveryCase:guard.worksCompany' })
    await ayu!.data(collector.signIn, {})
    await give()
    expect(await holders()).toEqual([ayu!.id, own!.id, null])
  })

  test('an agency’s collector contacts the customer at the last stage too', async () => {
    const orderNo = await placed(m4)
    const version = async () => (await caseOf(orderNo)).version
    if ((await caseOf(orderNo)).context.holder === null)
      await lead.data(recoveryCase.dispatch, { orderNo, version: await version(), holder: ayu!.id })
    expect(
      await ayu!.call(recoveryCase.contact, { orderNo, version: await version(), channel: 'phone' }),
    ).toMatchObject({ code: 0 })
  })

  test('from the day on which the rules say so, an agency collects no longer than the lender', async () => {
    const orderNo = await placed(m4)
    const tomorrow = addDays(today(), 1)
    await putInForce(app, 'contactRules', onlyCode, { ...usualRules, from: tomorrow, agencies: false })
    const contacts = async () => {
      await again()
      const { version, context } = await caseOf(orderNo)
      if (context.holder !== ayu!.id) {
        await lead.data(recoveryCase.dispatch, { orderNo, version, holder: ayu!.id })
        return contacts()
      }
      return ayu!.call(recoveryCase.contact, { orderNo, version, channel: 'phone' })
    }
    expect(await contacts()).toHaveCode(0)
    app.clock.advance(day)
    const refused = await contacts()
    expect(refused).toMatchObject({ code: 422, data: { rule: 'agencyGoesOn' } })
    expect(refused.msg).toMatch(
      /^The loan is \d+ days overdue; after day 90 the rules let agencies collect no more either$/,
    )
    const { now } = await ayu!.data(ofOrder, { orderNo })
    expect(now.find((one) => one.purpose === 'collection' && one.channel === 'phone')!.rule).toBe('agencyGoesOn')
    expect(now.find((one) => one.purpose === 'service' && one.channel === 'phone')!.rule).toBeNull()

    const after = addDays(today(), 1)
    await putInForce(app, 'contactRules', onlyCode, { ...usualRules, from: after, agencies: true })
    app.clock.advance(day)
    expect(await contacts()).toHaveCode(0)
  })

  test('the case leaves its holder when it is placed, but a promise is judged first', async () => {
    const [worked, promised] = [await overdue(m2), await overdue(m2)]
    const tell = (orderNo: string, event: object) =>
      app.server.store.send({
        stream: `recoveryCase/${orderNo}`,
        event: { by: 'SYS', at: app.clock.now(), ...event } as never,
        via: 'SYS',
        key: randomUUID(),
      })
    for (const orderNo of [worked, promised]) {
      if ((await caseOf(orderNo)).context.holder === null)
        await lead.data(recoveryCase.dispatch, { orderNo, version: (await caseOf(orderNo)).version, holder: own!.id })
      expect(await propose(orderNo)).toMatchObject({ code: 0 })
    }
    await own!.data(recoveryCase.promise, {
      orderNo: promised,
      version: (await caseOf(promised)).version,
      amount: 1000,
      day: today(),
    })
    for (const orderNo of [worked, promised]) await confirm(orderNo)
    expect((await caseOf(worked)).context.holder).not.toBe(own!.id)
    expect(await caseOf(promised)).toMatchObject({ value: { open: 'promised' }, context: { holder: own!.id } })

    const { armed } = await caseOf(promised)
    app.clock.advance(2 * day)
    await tell(promised, { type: 'promiseBroken', armed: armed.promiseBroken!.version })
    await give()
    expect((await caseOf(promised)).context.formerHolder).toBe(own!.id)
    expect((await caseOf(promised)).context.holder).not.toBe(own!.id)
  })

  test('it ends when the lead recalls it, and after its last day', async () => {
    const [recalled, expired] = [await placed(), await placed()]
    await lead.data(placement.recall, { orderNo: recalled, version: await versionOf(recalled) })
    await app.settle()
    expect((await rowOf(recalled))!.outcome).toBe('recalled')
    expect((await caseOf(recalled)).context.placement).toBeNull()
    expect(await propose(recalled)).toMatchObject({ code: 0 })

    app.clock.advance(31 * day)
    await app.settle()
    await again()
    expect((await rowOf(expired))!.outcome).toBe('expired')
    expect((await caseOf(expired)).context.placement).toBeNull()
  })

  test('a settled case ends its placement, and its proposal', async () => {
    const [one, other] = [await placed(), await overdue(m2)]
    await propose(other)
    for (const orderNo of [one, other])
      await app.server.store.send({
        stream: `recoveryCase/${orderNo}`,
        event: { type: 'episodeSettled', by: 'SYS', at: app.clock.now(), settlement: 'paid', paid: null },
        via: 'SYS',
        key: randomUUID(),
      })
    await app.settle()
    expect([(await rowOf(one))!.outcome, (await rowOf(other))!.state]).toEqual(['settled', 'unplaced'])
  })

  test('it is not recalled while a line of the bank’s statement is being booked on the order', async () => {
    const orderNo = await placed()
    await importLine(2, orderNo)
    const refused = await lead.call(placement.recall, { orderNo, version: await versionOf(orderNo) })
    expect(refused.data).toEqual({ reason: 'placement:guard.noPaymentPending' })
  })

  test('who left the agency’s group sees nothing, and who joins the lender’s sees everything', async () => {
    const [theirs, ours] = [await placed(), await overdue(m2)]
    const seen = async () => {
      await again()
      const { rows } = await ayu!.data(recoveryCase.list, { limit: 200 })
      return [theirs, ours].map((orderNo) => rows.some((row) => row.orderNo === orderNo))
    }
    expect(await seen()).toEqual([true, false])
    const account = ayu!.id.slice('staff/'.length)
    const version = () => app.server.store.version(`collector/${account}`)
    const { context } = await app.server.store.state(`collector/${Number(account)}`)
    await lead.data(collector.leave, { id: ayu!.id, version: await version() })
    expect(await seen()).toEqual([false, false])
    expect((await ayu!.data(collectionGroup.agencies, {})).agencies).toEqual([])
    await lead.data(collector.join, { id: ayu!.id, version: await version(), group: context.group! })
    expect(await seen()).toEqual([true, false])
  })
})
