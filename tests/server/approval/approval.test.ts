import { beforeAll, describe, expect, test } from 'vitest'
import * as approval from '../../../src/services/approval.ts'
import type { InputOf } from '../../../src/services/endpoint.ts'
import * as intake from '../../../src/services/intake.ts'
import * as user from '../../../src/services/user.ts'
import type { Caller } from '../../kit/app.ts'
import { oneEngine } from '../../kit/engines.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { base64, photo } from '../../kit/photo.ts'
import { withApp } from '../../kit/withApp.ts'

const name = 'Sri Wahyuni'
const secrets = [
  'Sri Wahyuni',
  'Wahyuni',
  '081234567890',
  '81234567890',
  'sri@pelanggan',
  'Melati',
  'Toko Maju',
  '1234567890',
  'Dewi Lestari',
  '81298765432',
  '1992-08-17',
]

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl })
  let reviewer: Caller
  let colleague: Caller
  let lead: Caller
  let checker: Caller
  let outsider: Caller
  const logIn = async () => {
    reviewer = await app.login('reviewer1')
    colleague = await app.login('reviewer1.2')
    lead = await app.login('reviewLead')
    checker = await app.login('reviewer2')
    outsider = await app.login('agency')
  }
  beforeAll(async () => {
    await logIn()
  })

  const typesOf = async (orderNo: string) =>
    (await app.server.store.history(`approval/${orderNo}`)).map(({ type }) => type)
  const openings = async (orderNo: string) => {
    const rows = await app.db.sql
      .selectFrom('audit')
      .selectAll()
      .where('type', '=', 'recordOpened')
      .where('subject', '=', `approval/${orderNo}`)
      .orderBy('pos')
      .execute()
    return rows.map(({ actor }) => actor)
  }
  const nameOf = async ({ id }: Caller) =>
    (
      await app.db.sql
        .selectFrom('profile')
        .select('name')
        .where('id', '=', Number(id.split('/')[1]))
        .executeTakeFirstOrThrow()
    ).name
  const claimed = async (by = reviewer) => {
    const orderNo = await waitingOrder(app)
    await by.data(approval.firstClaim, { orderNo, version: 2 })
    return orderNo
  }
  const withDocument = async () => {
    const documents = [{ kind: 'idFront' as const, image: base64(await photo()) }]
    return waitingOrder(app, { documents })
  }

  describe('a customer', () => {
    test('is masked for everybody who does not hold the claim', async () => {
      const who = passingCustomer()
      const orderNo = await waitingOrder(app, { customer: who })
      await colleague.data(approval.firstClaim, { orderNo, version: 2 })
      for (const viewer of [reviewer, lead, checker, await app.login('admin')]) {
        const [row] = (await viewer.data(approval.list, { list: 'firstWait', orderNo })).rows
        expect({ customer: row!.customer, phone: row!.phone }).toEqual({
          customer: 'S*** W***',
          phone: '+628******7890',
        })
        const detail = await viewer.data(approval.detail, { orderNo })
        expect(detail.masked).toBe(true)
        expect(detail.person).toEqual({
          name: 'S*** W***',
          gender: 'female',
          nik: `************${who.nik.slice(12)}`,
          birthday: '1992-**-**',
          phone: '+628******7890',
          email: 's***@pelanggan.example',
          street: 'J*** M*** ***',
          city: 'Jakarta Pusat',
          province: 'DKI Jakarta',
          employer: 'T*** M***',
          job: 'Kasir',
          monthlyIncome: null,
          employedSince: '2019-02-01',
          bank: 'BCA',
          account: '*******890',
          accountHolder: 'S*** W***',
          card: '',
          contacts: [{ name: 'D*** L***', phone: '+628******5432', relationship: 'sibling', consented: true }],
          warnings: [],
        })
        const answers = JSON.stringify([row, detail])
        expect([...secrets, who.nik].filter((secret) => answers.includes(secret))).toEqual([])
      }
      expect(await openings(orderNo)).toEqual([])
    })

    test('is open for whoever holds the claim, and stays masked on lists', async () => {
      const who = passingCustomer()
      const orderNo = await waitingOrder(app, { customer: who })
      await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
      const { masked, person } = await reviewer.data(approval.detail, { orderNo })
      expect({ masked, person }).toEqual({
        masked: false,
        person: {
          name,
          gender: 'female',
          nik: who.nik,
          birthday: '1992-08-17',
          phone: '+6281234567890',
          email: 'sri@pelanggan.example',
          street: 'Jalan Melati 8',
          city: 'Jakarta Pusat',
          province: 'DKI Jakarta',
          employer: 'Toko Maju',
          job: 'Kasir',
          monthlyIncome: 6_000_000,
          employedSince: '2019-02-01',
          bank: 'BCA',
          account: '1234567890',
          accountHolder: name,
          card: '',
          contacts: [{ name: 'Dewi Lestari', phone: '+6281298765432', relationship: 'sibling', consented: true }],
          warnings: [],
        },
      })
      const { rows } = await reviewer.data(approval.list, { list: 'firstWait', orderNo })
      expect(rows[0]!.customer).toBe('S*** W***')
    })

    test('whose birthday or gender is not what the NIK says comes with a warning', async () => {
      const orderNo = await waitingOrder(app, {
        customer: passingCustomer({ birthday: '1992-08-18', gender: 'male' }),
      })
      const { person } = await reviewer.data(approval.detail, { orderNo })
      expect(person.warnings).toEqual(['birthdayDiffers', 'genderDiffers'])
    })

    test('is closed again once the claim is given up or runs out', async () => {
      const orderNo = await claimed()
      await reviewer.data(approval.firstRelease, { orderNo, version: 3 })
      expect(await reviewer.data(approval.detail, { orderNo })).toMatchObject({ masked: true })
      await reviewer.data(approval.firstClaim, { orderNo, version: 4 })
      expect(await reviewer.data(approval.detail, { orderNo })).toMatchObject({ masked: false })
      app.clock.advance(30 * 60_000 - 1)
      await app.settle()
      expect(await reviewer.data(approval.detail, { orderNo })).toMatchObject({ masked: false })
      app.clock.advance(1)
      await app.settle()
      await logIn()
      expect(await reviewer.data(approval.detail, { orderNo })).toMatchObject({ masked: true })
    })
  })

  describe('an opening of a record', () => {
    test('is one audit entry a claim, however often it is looked at', async () => {
      const orderNo = await claimed()
      for (let look = 0; look < 3; look += 1) await reviewer.data(approval.detail, { orderNo })
      await lead.data(approval.detail, { orderNo })
      expect(await openings(orderNo)).toEqual([reviewer.id])

      app.clock.advance(1000)
      await reviewer.data(approval.firstRelease, { orderNo, version: 3 })
      await colleague.data(approval.firstClaim, { orderNo, version: 4 })
      await colleague.data(approval.detail, { orderNo })
      expect(await openings(orderNo)).toEqual([reviewer.id, colleague.id])

      app.clock.advance(1000)
      await colleague.data(approval.firstRelease, { orderNo, version: 5 })
      await reviewer.data(approval.firstClaim, { orderNo, version: 6 })
      for (let look = 0; look < 3; look += 1) await reviewer.data(approval.detail, { orderNo })
      expect(await openings(orderNo)).toEqual([reviewer.id, colleague.id, reviewer.id])
    })

    test('is one audit entry when ten windows open it at once', async () => {
      const orderNo = await claimed()
      await Promise.all(Array.from({ length: 10 }, () => reviewer.data(approval.detail, { orderNo })))
      expect(await openings(orderNo)).toEqual([reviewer.id])
    })

    test('is there when the photograph alone was looked at', async () => {
      const orderNo = await withDocument()
      const { documents } = await reviewer.data(approval.detail, { orderNo })
      await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
      await reviewer.data(approval.document, { orderNo, id: documents[0]!.id })
      expect(await openings(orderNo)).toEqual([reviewer.id])
    })
  })

  test('documents are for the holder of their own application alone', async () => {
    const [orderNo, other] = [await withDocument(), await withDocument()]
    const idOf = async (order: string) => (await reviewer.data(approval.detail, { orderNo: order })).documents[0]!.id
    const id = await idOf(orderNo)
    const missing = { code: 404, data: null }
    expect(await reviewer.call(approval.document, { orderNo, id })).toMatchObject(missing)
    await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
    const { mime, image } = await reviewer.data(approval.document, { orderNo, id })
    expect({ mime, riff: Buffer.from(image, 'base64').subarray(0, 4).toString() }).toEqual({
      mime: 'image/webp',
      riff: 'RIFF',
    })
    for (const nosy of [colleague, lead, checker])
      expect(await nosy.call(approval.document, { orderNo, id })).toMatchObject(missing)
    expect(await outsider.call(approval.document, { orderNo, id })).toMatchObject({ code: 4030 })
    expect(await reviewer.call(approval.document, { orderNo, id: await idOf(other) })).toMatchObject(missing)
    expect(await reviewer.call(approval.document, { orderNo, id: 'none' })).toMatchObject(missing)
    await reviewer.data(approval.firstRelease, { orderNo, version: 3 })
    expect(await reviewer.call(approval.document, { orderNo, id })).toMatchObject(missing)
  })

  describe('of two who act at once', () => {
    test('one has the claim and the other reads who, what and when', async () => {
      for (let round = 0; round < 5; round += 1) {
        const orderNo = await waitingOrder(app)
        const both = [reviewer, colleague]
        const answers = await Promise.all(both.map((one) => one.call(approval.firstClaim, { orderNo, version: 2 })))
        const winner = both[answers.findIndex(({ code }) => code === 0)]!
        expect(answers.find(({ code }) => code !== 0)).toEqual({
          code: 409,
          msg: 'Somebody else has changed this record',
          data: {
            type: 'firstClaimed',
            actor: winner.id,
            actorName: await nameOf(winner),
            at: app.clock.now(),
            version: 3,
            state: 'firstReview.claimed',
          },
        })
        expect(await typesOf(orderNo)).toEqual(['submitted', 'machinePassed', 'firstClaimed'])
      }
    })

    test('the one who comes later reads what was done last', async () => {
      const orderNo = await claimed(colleague)
      await colleague.data(approval.firstRelease, { orderNo, version: 3 })
      expect(await reviewer.call(approval.firstClaim, { orderNo, version: 2 })).toMatchObject({
        code: 409,
        data: { type: 'firstReleased', actorName: await nameOf(colleague), version: 4, state: 'firstReview.wait' },
      })
    })
  })

  describe('the same click twice', () => {
    test('with one key is one event and one answer, one after the other and at once', async () => {
      const orderNo = await waitingOrder(app)
      const claim = () => reviewer.call(approval.firstClaim, { orderNo, version: 2 }, { key: `claim ${orderNo}` })
      const first = await claim()
      expect(first).toMatchObject({ code: 0, data: { version: 3 } })
      expect(await claim()).toEqual(first)
      const pass = { orderNo, version: 3, amount: 2_000_000, term: 30, note: 'ok' }
      const passes = await Promise.all(
        Array.from({ length: 10 }, () => reviewer.call(approval.firstPass, pass, { key: `pass ${orderNo}` })),
      )
      expect(passes[0]).toMatchObject({ code: 0, data: { version: 4 } })
      for (const one of passes) expect(one).toEqual(passes[0])
      expect(await typesOf(orderNo)).toEqual(['submitted', 'machinePassed', 'firstClaimed', 'firstPassed'])
    })

    test('without a key is one event, and the second says that it was oneself', async () => {
      const orderNo = await waitingOrder(app)
      const answers = await Promise.all([1, 2].map(() => reviewer.call(approval.firstClaim, { orderNo, version: 2 })))
      expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 409])
      expect(answers.find(({ code }) => code === 409)!.data).toMatchObject({ actor: reviewer.id, type: 'firstClaimed' })
      expect(await typesOf(orderNo)).toEqual(['submitted', 'machinePassed', 'firstClaimed'])
    })
  })

  describe('a decision', () => {
    test.each([1, 0, 3, 99])('on version %i where 2 is the last is refused', async (version) => {
      const orderNo = await waitingOrder(app)
      expect(await reviewer.call(approval.firstClaim, { orderNo, version })).toMatchObject({
        code: 409,
        data: { type: 'machinePassed', actor: 'SYS', version: 2 },
      })
      expect(await typesOf(orderNo)).toEqual(['submitted', 'machinePassed'])
    })

    test('without a version is refused', async () => {
      const orderNo = await waitingOrder(app)
      const body = { orderNo } as InputOf<typeof approval.firstClaim>
      expect(await reviewer.call(approval.firstClaim, body)).toMatchObject({
        code: 400,
        data: { issues: [{ field: 'version', reason: 'required', message: 'Required' }] },
      })
    })

    test('on an order that does not exist finds nothing', async () => {
      const missing = { code: 404, msg: 'Not found, or not yours to see', data: null }
      for (const version of [0, 1])
        expect(await reviewer.call(approval.firstClaim, { orderNo: 'LK0', version })).toEqual(missing)
      expect(await reviewer.call(approval.detail, { orderNo: 'LK0' })).toEqual(missing)
    })

    test('wants the interface that stands on it', async () => {
      const orderNo = await waitingOrder(app)
      const body = { orderNo, version: 2 }
      const refused = { code: 4030, msg: 'Your role does not permit this', data: null }
      expect(await checker.call(approval.firstClaim, body)).toEqual(refused)
      expect(await lead.call(approval.firstClaim, body)).toEqual(refused)
      expect(await reviewer.call(approval.firstAssign, { ...body, to: colleague.id })).toEqual(refused)
      expect(await reviewer.call(approval.finalClaim, body)).toEqual(refused)
      expect(await outsider.call(approval.list, { list: 'firstWait' })).toEqual(refused)
      expect(await outsider.call(approval.count, { list: 'firstWait' })).toEqual(refused)
      expect(await outsider.call(approval.detail, { orderNo })).toEqual(refused)
      expect(await typesOf(orderNo)).toEqual(['submitted', 'machinePassed'])
    })

    const because = (guard: string) => ({ code: 422, data: { reason: `approval:guard.${guard}` } })

    test('that the chart does not take is refused with its reason and leaves no event', async () => {
      const orderNo = await claimed()
      const pass = { orderNo, version: 3, amount: 2_000_000, term: 30 }
      expect(await colleague.call(approval.firstPass, pass)).toMatchObject(because('holder'))
      expect(await reviewer.call(approval.firstPass, { ...pass, amount: 2_000_001 })).toMatchObject(
        because('withinApplied'),
      )
      expect(await reviewer.call(approval.firstPass, { ...pass, term: 90 })).toMatchObject(because('termAllowed'))
      expect(await reviewer.call(approval.firstClaim, { orderNo, version: 3 })).toMatchObject(because('notOffered'))
      expect(await typesOf(orderNo)).toEqual(['submitted', 'machinePassed', 'firstClaimed'])
    })

    test('is judged at both stages by the terms of the application’s own product', async () => {
      const orderNo = await waitingOrder(app, { product: 'CICIL', amount: 2_000_000, term: 90 })
      const pass = (version: number, term: number) => ({ orderNo, version, amount: 2_000_000, term, note: '' })
      await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
      expect(await reviewer.call(approval.firstPass, pass(3, 30))).toMatchObject(because('termAllowed'))
      expect(await reviewer.call(approval.firstPass, pass(3, 90))).toHaveCode(0)
      await checker.data(approval.finalClaim, { orderNo, version: 4 })
      expect(await checker.call(approval.finalPass, pass(5, 30))).toMatchObject(because('termAllowed'))
      expect(await checker.call(approval.finalPass, pass(5, 180))).toHaveCode(0)
    })

    test('wants what the form asks for', async () => {
      const orderNo = await claimed()
      const on = { orderNo, version: 3 }
      const issues = (...fields: [string, string][]) => ({
        code: 400,
        data: { issues: fields.map(([field, reason]) => expect.objectContaining({ field, reason })) },
      })
      expect(await reviewer.call(approval.firstReject, { ...on, reason: 'mood' as never })).toMatchObject(
        issues(['reason', 'reason']),
      )
      expect(await reviewer.call(approval.firstReturn, { ...on, reason: 'policy', mend: [] })).toMatchObject(
        issues(['mend', 'required']),
      )
      expect(await reviewer.call(approval.firstPass, { ...on, amount: 0, term: 30 })).toMatchObject(
        issues(['amount', 'positive']),
      )
      expect(
        await reviewer.call(approval.firstPass, { ...on, amount: 1, term: 30, note: 'x'.repeat(1001) }),
      ).toMatchObject(issues(['note', 'tooLong']))
      expect(await typesOf(orderNo)).toHaveLength(3)
    })
  })

  describe('an assignment', () => {
    const unable = {
      code: 400,
      data: { issues: [{ field: 'to', reason: 'reviewer', message: 'This person cannot review at this stage' }] },
    }

    test('goes to somebody who may review at that stage', async () => {
      const orderNo = await waitingOrder(app)
      for (const to of [outsider.id, checker.id, lead.id, 'staff/999', 'app/demo', 'SYS'])
        expect(await lead.call(approval.firstAssign, { orderNo, version: 2, to })).toMatchObject(unable)
      expect(await typesOf(orderNo)).toEqual(['submitted', 'machinePassed'])
      await lead.data(approval.firstAssign, { orderNo, version: 2, to: colleague.id })
      expect(await colleague.data(approval.detail, { orderNo })).toMatchObject({
        masked: false,
        order: { holder: colleague.id, holderName: await nameOf(colleague) },
      })
      expect(await lead.call(approval.firstReassign, { orderNo, version: 3, to: outsider.id })).toMatchObject(unable)
      expect(await lead.call(approval.firstReassign, { orderNo, version: 3, to: colleague.id })).toMatchObject({
        code: 422,
        data: { reason: 'approval:guard.anotherHolder' },
      })
      await lead.data(approval.firstReassign, { orderNo, version: 3, to: reviewer.id })
      expect(await colleague.data(approval.detail, { orderNo })).toMatchObject({ masked: true })
    })

    test('is offered to active reviewers with what they hold', async () => {
      const before = (await lead.data(approval.reviewers, { stage: 'first' })).reviewers
      const held = before.find(({ id }) => id === colleague.id)!.holds
      await claimed(colleague)
      const after = (await lead.data(approval.reviewers, { stage: 'first' })).reviewers
      expect(after.find(({ id }) => id === colleague.id)).toEqual({
        id: colleague.id,
        name: await nameOf(colleague),
        holds: held + 1,
        atWork: false,
        groups: ['Review Awal'],
      })
      const ids = after.map(({ id }) => id)
      expect(ids).toEqual(expect.arrayContaining([reviewer.id, colleague.id]))
      expect(ids).not.toContain(checker.id)
      expect(ids).not.toContain(outsider.id)
      const holds = after.map((one) => one.holds)
      expect(holds).toEqual(holds.toSorted((one, other) => one - other))
    })

    test('does not go to somebody whose account is disabled', async () => {
      const admin = await app.login('admin')
      const gone = await app.login('reviewer1.3')
      const { users } = await admin.data(user.getUsers, { email: 'reviewer1.3' })
      const { id, name: called, email, roles } = users[0]!
      await admin.data(user.editUser, { id, name: called, email, roles, status: 'disabled' })
      const orderNo = await waitingOrder(app)
      expect(await lead.call(approval.firstAssign, { orderNo, version: 2, to: gone.id })).toMatchObject(unable)
    })

    test('of the final review does not go to the first reviewer, who does not take it either', async () => {
      const both = await app.login('approve')
      const orderNo = await claimed(both)
      await both.data(approval.firstPass, { orderNo, version: 3, amount: 2_000_000, term: 30 })
      expect(await lead.call(approval.finalAssign, { orderNo, version: 4, to: both.id })).toMatchObject({
        code: 422,
        data: { reason: 'approval:guard.assigneeNotFirstReviewer' },
      })
      expect(await both.call(approval.finalClaim, { orderNo, version: 4 })).toMatchObject({
        code: 422,
        data: { reason: 'approval:guard.notFirstReviewer' },
      })
      await lead.data(approval.finalAssign, { orderNo, version: 4, to: checker.id })
      await checker.data(approval.finalPass, { orderNo, version: 5, amount: 2_000_000, term: 30 })
      expect(await typesOf(orderNo)).toEqual([
        'submitted',
        'machinePassed',
        'firstClaimed',
        'firstPassed',
        'finalAssigned',
        'finalPassed',
      ])
    })
  })

  test('the history says what was done, by whom, when, and where it led', async () => {
    const orderNo = await claimed()
    app.clock.advance(1000)
    await reviewer.data(approval.firstReject, { orderNo, version: 3, reason: 'policy', note: 'seen' })
    const { history, order, note } = await lead.data(approval.detail, { orderNo })
    expect({ state: order.state, reason: order.reason, firstReviewerName: order.firstReviewerName, note }).toEqual({
      state: 'firstRejected',
      reason: 'policy',
      firstReviewerName: await nameOf(reviewer),
      note: 'seen',
    })
    expect(history.map(({ version, type, state, by, byName, at }) => [version, type, state, by, byName, at])).toEqual([
      [1, 'submitted', 'machineReview', 'app/demo', 'app/demo', app.clock.now() - 1000],
      [2, 'machinePassed', 'firstReview.wait', 'SYS', 'SYS', app.clock.now() - 1000],
      [3, 'firstClaimed', 'firstReview.claimed', reviewer.id, await nameOf(reviewer), app.clock.now() - 1000],
      [4, 'firstRejected', 'firstRejected', reviewer.id, await nameOf(reviewer), app.clock.now()],
    ])
    expect(history[3]!.details).toEqual({ reason: 'policy', note: 'seen' })
  })

  test('a customer withdraws from under a claim, and the reviewer reads it', async () => {
    const orderNo = await claimed()
    await app.customerApp.data(intake.withdraw, { orderNo }, { key: `withdraw ${orderNo}` })
    expect(await reviewer.call(approval.firstPass, { orderNo, version: 3, amount: 2_000_000, term: 30 })).toMatchObject(
      {
        code: 409,
        data: { type: 'withdrawn', actor: 'app/demo', actorName: null, version: 4, state: 'closed' },
      },
    )
  })
})
