import { describe, expect, test } from 'vitest'
import * as approval from '../../../src/services/approval.ts'
import * as intake from '../../../src/services/intake.ts'
import { customer, freshNik } from '../../kit/application.ts'
import { oneEngine } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'

const spouse = (name: string, phone: string) => ({ name, phone, relationship: 'spouse' as const, consented: true })

describe.each(oneEngine())('what an application has to do with others, on $engine', ({ databaseUrl }) => {
  const { app, as } = withApp({ databaseUrl })
  const reviewer = as('reviewer1')

  const seen = async (orderNo: string) => {
    const { own, shared } = await reviewer.data(approval.related, { orderNo })
    return {
      own: own.orders.map((order) => order.orderNo),
      shared: Object.fromEntries(shared.map(({ link, orders }) => [link, orders.map((order) => order.orderNo)])),
    }
  }
  const applying = ({ device, ...more }: Partial<ReturnType<typeof customer>> & { device?: string }) =>
    app.apply({ device, customer: customer({ nik: freshNik(), ...more }) })

  test('nothing but itself leads to nothing', async () => {
    const orderNo = await applying({ phone: '+6281300000001', contacts: [] })
    expect(await seen(orderNo)).toEqual({ own: [], shared: {} })
  })

  test('the customer’s other orders come with how they ended, the newest first', async () => {
    const nik = freshNik()
    const contacts = [spouse('Rani', '+6281300000777')]
    const before = await app.apply({ customer: customer({ nik, phone: '+6281300000002', contacts }) })
    await app.customerApp.data(intake.withdraw, { orderNo: before }, { key: before })
    app.clock.advance(1000)
    const now = await app.apply({ customer: customer({ nik, phone: '+6281300000002', contacts }) })
    const { own } = await reviewer.data(approval.related, { orderNo: now })
    expect(own).toEqual({
      more: false,
      orders: [
        expect.objectContaining({
          orderNo: before,
          state: 'closed',
          reason: null,
          customer: expect.stringContaining('*'),
        }),
      ],
    })
    expect((await seen(before)).own).toEqual([now])
  })

  test('a phone, an account, a device and a contact that two customers share lead from each to the other', async () => {
    const bank = { name: 'BCA', account: '5550001112', holder: 'Somebody Else' }
    const alone = { bank: { ...bank, account: '5550009991' } }
    const a = await applying({ phone: '+6281300000010', contacts: [], bank, device: 'phone-1' })
    const b = await applying({ phone: '+6281300000011', contacts: [], bank: { ...bank, name: 'bca' } })
    const c = await applying({ ...alone, phone: '+6281300000012', contacts: [], device: 'phone-1' })
    const d = await applying({
      bank: { ...bank, account: '5550009992' },
      phone: '+6281300000013',
      contacts: [spouse('A', '+6281300000010')],
    })
    const e = await applying({
      bank: { ...bank, account: '5550009993' },
      phone: '+6281300000010',
      contacts: [spouse('A', '+6281300000099')],
    })
    const f = await applying({
      bank: { ...bank, account: '5550009994' },
      phone: '+6281300000014',
      contacts: [spouse('Z', '+6281300000099')],
    })
    expect((await seen(a)).shared).toEqual({ account: [b], device: [c], phone: [e], namedBy: [d] })
    expect((await seen(b)).shared).toEqual({ account: [a] })
    expect((await seen(c)).shared).toEqual({ device: [a] })
    expect((await seen(d)).shared.contactIs!.toSorted()).toEqual([a, e].toSorted())
    expect((await seen(f)).shared).toEqual({ contact: [e] })
  })

  test('an account of the same number at another bank is another account', async () => {
    const bank = { name: 'BNI', account: '7770001112', holder: 'Somebody' }
    const a = await applying({ phone: '+6281300000020', contacts: [], bank })
    await applying({ phone: '+6281300000021', contacts: [], bank: { ...bank, name: 'BRI' } })
    expect((await seen(a)).shared).toEqual({})
  })

  test('of very many who share one thing ten are shown, and it is said that there are more', async () => {
    const orders: string[] = []
    for (let n = 0; n < 12; n++) {
      const bank = { name: 'BCA', account: `88800011${10 + n}`, holder: 'Somebody' }
      orders.push(await applying({ phone: `+62813000001${10 + n}`, contacts: [], bank, device: 'kiosk' }))
    }
    const { shared } = await reviewer.data(approval.related, { orderNo: orders[0]! })
    expect(shared).toEqual([expect.objectContaining({ link: 'device', more: true })])
    expect(shared[0]!.orders).toHaveLength(approval.mostRelated)
  })

  test('nobody finds anything by a number that is none, nor without the right to look', async () => {
    expect(await reviewer.call(approval.related, { orderNo: 'LK000000000000' })).toHaveCode(404)
    const collector = await app.login('collector')
    expect(await collector.call(approval.related, { orderNo: 'LK000000000000' })).toHaveCode(4030)
  })
})
