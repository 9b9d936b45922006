import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { list } from '../../src/services/approve.ts'
import { byApp, byApplied, byCustomerType, byNik, byOrderNo, byPhone, mine } from '../../src/views/approve/filters.ts'
import { queryOf, readAddress } from '../../src/views/list/address.ts'
import { filterOf } from '../../src/views/list/filter.ts'

const fields = [byOrderNo, byPhone, byNik, byApp, byCustomerType, byApplied, mine]
const sorts = ['since', '-since']
const revealed = (id: string) => ({ here: '081311112222', gone: null })[id]
const read = (search: string) => readAddress(new URLSearchParams(search), { fields, sorts }, revealed)

test('an empty address asks for the first fifty of everything', () => {
  expect(read('')).toEqual({
    chosen: {},
    sort: undefined,
    limit: 50,
    view: undefined,
    ignored: [],
    pending: false,
  })
})

test('an address fills filters, sort, page size and view', () => {
  expect(
    read('orderNo=LK26&app=DK&customerType=old&applied=2026-01-31..2026-02-28&mine=1&sort=-since&size=200&view=v1'),
  ).toEqual({
    chosen: { orderNo: 'LK26', app: 'DK', customerType: 'old', applied: '2026-01-31..2026-02-28', mine: '1' },
    sort: '-since',
    limit: 200,
    view: 'v1',
    ignored: [],
    pending: false,
  })
})

test('a secret is what its id stands for, is waited for, and is ignored when it is gone', () => {
  expect(read('phone=here')).toMatchObject({ chosen: { phone: '081311112222' }, ignored: [], pending: false })
  expect(read('phone=asked')).toMatchObject({ chosen: {}, ignored: [], pending: true })
  expect(read('phone=gone')).toMatchObject({
    chosen: {},
    ignored: [{ name: 'phone', label: 'approve:phone', flaw: 'gone' }],
    pending: false,
  })
})

test.each([
  ['orderNo=LK', 'orderNo', 'tooShort'],
  ['orderNo=%20%20LK%20', 'orderNo', 'tooShort'],
  [`orderNo=${'1'.repeat(41)}`, 'orderNo', 'tooLong'],
  ['orderNo=LK1%00', 'orderNo', 'characters'],
  ['orderNo=LK1%E2%80%AE', 'orderNo', 'characters'],
  [`app=${'A'.repeat(41)}`, 'app', 'tooLong'],
  ['customerType=ancient', 'customerType', 'choice'],
  ['applied=2026-02-30..2026-03-01', 'applied', 'days'],
  ['applied=2026-03-02..2026-03-01', 'applied', 'days'],
  ['applied=2026-03-01', 'applied', 'days'],
  ['applied=9999-12-31..9999-12-31', 'applied', 'days'],
  ['mine=yes', 'mine', 'choice'],
  ['sort=amount', 'sort', 'choice'],
  ['size=51', 'size', 'choice'],
  ['colour=red', 'colour', 'unknown'],
  ['constructor=1&constructor=2', 'constructor', 'unknown'],
])('%s is ignored and told of', (search, name, flaw) => {
  expect(read(search)).toMatchObject({ chosen: {}, sort: undefined, limit: 50, ignored: [{ name, flaw }] })
})

describe('whatever stands in an address', () => {
  const nasty = fc.oneof(
    fc.string({ maxLength: 60, unit: 'binary' }),
    fc.constantFrom(
      '1',
      'old',
      'LK261',
      'DK',
      '2026-01-01..2026-01-31',
      '9999-12-31..9999-12-31',
      'ß'.repeat(40),
      '\ud800',
    ),
  )

  test('nothing is asked for that the call would refuse', () => {
    const search = fc.record(
      Object.fromEntries([...fields.map(({ name }) => name), 'sort', 'size'].map((name) => [name, nasty])),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(search, (said) => {
        const { chosen, sort, limit } = readAddress(
          new URLSearchParams(Object.entries(said) as [string, string][]),
          { fields, sorts },
          (value) => value,
        )
        const { error } = list.body.safeParse({ list: 'firstWait', ...filterOf(fields, chosen), sort, limit })
        expect(error?.issues ?? []).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })
})

test('a view keeps filters, sort and page size in one order, and neither its own id nor secrets', () => {
  const one = queryOf(new URLSearchParams('size=100&phone=here&view=v1&nik=x&app=DK&sort=since'), fields)
  expect(one).toBe('app=DK&size=100&sort=since')
  expect(queryOf(new URLSearchParams('app=DK&sort=since&size=100'), fields)).toBe(one)
})
