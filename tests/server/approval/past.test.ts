import { describe, expect, test } from 'vitest'
import * as approval from '../../../src/services/approval.ts'
import * as intake from '../../../src/services/intake.ts'
import { oneEngine } from '../../kit/engines.ts'
import { waitingOrder } from '../../kit/orders.ts'
import { passingCustomer } from '../../kit/passing.ts'
import { base64, photo } from '../../kit/photo.ts'
import { withApp } from '../../kit/withApp.ts'

const minute = 60_000

describe.each(oneEngine())('on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const reviewer = as('reviewer1')
  const lead = as('reviewLead')

  /** An order passed with less than the requested amount, a minute per step. */
  const passed = async () => {
    const orderNo = await waitingOrder(app)
    app.clock.advance(minute)
    await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
    app.clock.advance(minute)
    await reviewer.data(approval.firstPass, { orderNo, version: 3, amount: 1_500_000, term: 14, note: 'less' })
    return orderNo
  }

  describe('an application as of an earlier step', () => {
    test('is what the detail said at that time', async () => {
      const orderNo = await waitingOrder(app)
      const steps = [
        () => reviewer.data(approval.firstClaim, { orderNo, version: 2 }),
        () => reviewer.data(approval.firstPass, { orderNo, version: 3, amount: 1_500_000, term: 14, note: 'less' }),
      ]
      const then = [await lead.data(approval.detail, { orderNo })]
      for (const step of steps) {
        app.clock.advance(minute)
        await step()
        then.push(await lead.data(approval.detail, { orderNo }))
      }
      const { history } = then.at(-1)!
      for (const [index, seen] of then.entries()) {
        const at = index + 2
        const past = await lead.data(approval.detail, { orderNo, at })
        expect(past).toEqual({ ...seen, asOf: history[at - 1]!.at, history })
      }
    })

    test('knows nothing of what came after it', async () => {
      const orderNo = await passed()
      const { order, finding, note, asOf, history } = await lead.data(approval.detail, { orderNo, at: 1 })
      expect({
        state: order.state,
        holder: order.holder,
        proposed: order.proposedAmount,
        machineAt: order.machineAt,
        finding,
        note,
      }).toEqual({
        state: 'machineReview',
        holder: null,
        proposed: null,
        machineAt: null,
        finding: null,
        note: null,
      })
      expect(asOf).toBe(history[0]!.at)
      expect(history.map(({ type }) => type)).toEqual(['submitted', 'machinePassed', 'firstClaimed', 'firstPassed'])
    })

    test('is not there for a step that was not taken', async () => {
      const orderNo = await waitingOrder(app)
      expect(await lead.call(approval.detail, { orderNo, at: 3 })).toMatchObject({ code: 404, data: null })
      for (const at of [0, -1, 1.5])
        expect(await lead.call(approval.detail, { orderNo, at })).toMatchObject({
          code: 400,
          data: { issues: [expect.objectContaining({ field: 'at' })] },
        })
    })

    test('is masked by who holds it now, whoever held it then', async () => {
      const orderNo = await passed()
      expect(await reviewer.data(approval.detail, { orderNo, at: 3 })).toMatchObject({
        masked: true,
        order: { holder: reviewer.id },
        person: { name: 'S*** W***', monthlyIncome: null },
      })
      const held = await waitingOrder(app)
      await reviewer.data(approval.firstClaim, { orderNo: held, version: 2 })
      expect(await reviewer.data(approval.detail, { orderNo: held, at: 1 })).toMatchObject({
        masked: false,
        order: { holder: null },
        person: { name: 'Sri Wahyuni' },
      })
    })

    test('has the customer and the documents of that time', async () => {
      const who = passingCustomer()
      const first = { kind: 'idFront' as const, image: base64(await photo(64)) }
      const orderNo = await waitingOrder(app, { customer: who, documents: [first] })
      await reviewer.data(approval.firstClaim, { orderNo, version: 2 })
      await reviewer.data(approval.firstReturn, {
        orderNo,
        version: 3,
        reason: 'documentUnreadable',
        mend: ['idFront', 'employment'],
      })
      const moved = { ...who, employment: { ...who.employment, employer: 'Toko Baru' } }
      const second = { kind: 'idFront' as const, image: base64(await photo(80)) }
      await app.customerApp.data(
        intake.resubmit,
        { orderNo, customer: moved, documents: [second] },
        { key: `mend ${orderNo}` },
      )
      await app.settle()
      const { order } = await reviewer.data(approval.detail, { orderNo })
      await reviewer.data(approval.firstClaim, { orderNo, version: order.version })

      const now = await reviewer.data(approval.detail, { orderNo })
      const then = await reviewer.data(approval.detail, { orderNo, at: 2 })
      expect([then.person.employer, now.person.employer]).toEqual(['Toko Maju', 'Toko Baru'])
      const [old, fresh] = [then.documents[0]!.id, now.documents[0]!.id]
      expect(old).not.toBe(fresh)
      expect(await reviewer.call(approval.document, { orderNo, id: old })).toMatchObject({ code: 404 })
      expect(await reviewer.call(approval.document, { orderNo, id: fresh, at: 2 })).toMatchObject({ code: 404 })
      expect(await reviewer.call(approval.document, { orderNo, id: old, at: 2 })).toMatchObject({ code: 0 })
    })
  })
})
