import { describe, expect, test } from 'vitest'
import { flawsOf, inputOf } from '../../../src/views/customerEdit/editFields.ts'

describe('what is typed into an edit', () => {
  test('is said only where something was filled in, with amounts as numbers', () => {
    expect(inputOf({ street: ' Jalan Kenanga 9 ', phone: '', monthlyIncome: '4500000' })).toEqual({
      street: 'Jalan Kenanga 9',
      monthlyIncome: 4_500_000,
    })
  })

  test('is judged before anybody is asked, by the field and as the server would', () => {
    expect(flawsOf('nik', { nik: '123' })).toEqual({ nik: 'nikDigits' })
    expect(flawsOf('bankCard', { bank: 'BCA', account: '123 456-7890' })).toEqual({})
    expect(flawsOf('bankCard', { account: '12ab', accountHolder: 'Sri' })).toEqual({ account: 'account' })
    expect(flawsOf('userInfo', { phone: '12', birthday: '1992-02-30', email: 'x' })).toEqual({
      phone: 'phone',
      birthday: 'invalid',
      email: 'email',
    })
  })

  test('has no flaw where it was left empty, or is right', () => {
    expect(flawsOf('userInfo', {})).toEqual({})
    expect(flawsOf('userInfo', { phone: '0812-3456-7890', province: '31', gender: 'male' })).toEqual({})
  })
})
