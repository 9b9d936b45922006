import { describe, expect, test } from 'vitest'
import { checksOf, editFields } from '../../src/machines/customerEdit.fields.ts'
import { type CustomerEditEvent, customerEditMachine } from '../../src/machines/customerEdit.ts'
import type { Fact } from '../../src/machines/kernel.ts'
import { given as givenChart } from '../kit/given.ts'
import { customerEditFacts } from './customerEdit.events.ts'

type More = Partial<Fact> & Record<string, unknown>
const event = (type: CustomerEditEvent['type'], more: More = {}): Fact => ({
  type,
  by: 'SYS',
  at: 0,
  ...customerEditFacts[type],
  ...more,
})

const given = (...events: Fact[]) => givenChart(customerEditMachine, ...events)

const proposed = [event('bankCardProposed', { by: 'dewi', at: 5 })]
const pending = [...proposed, event('editHeld', { at: 6 })]
const confirmed = [...pending, event('editConfirmed', { by: 'lead', at: 9 })]

describe('a change of customer data', () => {
  test.each([
    ['userInfoProposed', 'order.editUserInfo', 'userInfo'],
    ['nikProposed', 'order.editNik', 'nik'],
    ['bankNameProposed', 'order.editBankName', 'bankName'],
    ['bankCardProposed', 'order.editBankCard', 'bankCard'],
  ] as const)('%s comes through %s alone', (type, via, kind) => {
    given()
      .when(event(type, { by: 'dewi' }), 'order.confirmEdit')
      .refused('notOffered')
    const { context, effects } = given()
      .when(event(type, { by: 'dewi', at: 5 }), via)
      .then('proposed')
    expect(context).toMatchObject({ kind, proposer: 'dewi', proposedAt: 5, checker: null })
    expect(effects).toEqual(['applyEdit'])
  })

  test('is refused when the order is over, nothing would change, or another one waits', () => {
    const proposing = (more: More) => given().when(event('nikProposed', { by: 'dewi', ...more }), 'order.editNik')
    proposing({ orderOpen: false }).refused('orderOpen')
    proposing({ fields: [] }).refused('somethingChanged')
    proposing({ waiting: 1 }).refused('noneWaiting')
    expect(proposing({}).then('proposed').context.kind).toBe('nik')
  })

  test('is in force at once when the order takes it', () => {
    const { context, effects } = given(...proposed)
      .when(event('editApplied', { at: 6 }), 'SYS')
      .then('applied')
    expect(context).toMatchObject({ checker: null, endedAt: 6 })
    expect(effects).toEqual([])
  })

  test('lapses with a reason when the order cannot take it', () => {
    for (const events of [proposed, confirmed]) {
      const { context } = given(...events)
        .when(event('editLapsed', { at: 6 }), 'SYS')
        .then('lapsed')
      expect(context).toMatchObject({ reason: 'overtaken', endedAt: 6 })
    }
  })
})

describe('a change that waits for a second person', () => {
  test('is confirmed by anybody but its proposer, and the order is asked again', () => {
    expect(given(...pending).offers('dewi')).toEqual({ editConfirmed: 'anotherPerson', editRefused: 'anotherPerson' })
    given(...pending)
      .when(event('editConfirmed', { by: 'dewi' }), 'order.confirmEdit')
      .refused('anotherPerson')
    const { context, effects } = given(...pending)
      .when(event('editConfirmed', { by: 'lead', at: 9 }), 'order.confirmEdit')
      .then('confirmed')
    expect(context).toMatchObject({ proposer: 'dewi', checker: 'lead', endedAt: null })
    expect(effects).toEqual(['applyEdit'])
  })

  test('is refused by anybody but its proposer, who may say why', () => {
    given(...pending)
      .when(event('editRefused', { by: 'dewi' }), 'order.refuseEdit')
      .refused('anotherPerson')
    const { context, effects } = given(...pending)
      .when(event('editRefused', { by: 'lead', at: 9 }), 'order.refuseEdit')
      .then('refused')
    expect(context).toMatchObject({ checker: 'lead', note: 'not on the card', endedAt: 9 })
    expect(effects).toEqual([])
  })

  test('is not in force before it was confirmed', () => {
    given(...pending)
      .when(event('editApplied'), 'SYS')
      .refused('notOffered')
    given(...confirmed)
      .when(event('editApplied'), 'SYS')
      .then('applied')
  })
})

test('what was checked by a field is checked again, and by no other', () => {
  expect(checksOf(['account', 'accountHolder'])).toEqual(['account'])
  expect(checksOf(['name', 'birthday', 'street'])).toEqual(['account', 'rules'])
  expect(checksOf(['nik'])).toEqual(['rules'])
  expect(
    checksOf(editFields.userInfo.filter((field) => !['name', 'birthday', 'monthlyIncome'].includes(field))),
  ).toEqual([])
})
