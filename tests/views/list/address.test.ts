import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { list } from '../../../src/services/approval.ts'
import { languages } from '../../../src/services/user.ts'
import { byApplied, byCustomerType, mine } from '../../../src/views/approval/filters.ts'
import { cursorWord, queryOf, readAddress } from '../../../src/views/list/address.ts'
import { filterOf } from '../../../src/views/list/filter.ts'
import { byApp, byNik, byOrderNo, byPhone } from '../../../src/views/list/ofOrder.ts'
import { dayTyped, rangeTyped, typedAs } from '../../../src/views/shared/day.ts'
import { withoutSecrets } from '../../../src/views/shared/secrets.ts'

const fields = [byOrderNo, byPhone, byNik, byApp, byCustomerType, byApplied, mine]
const sorts = ['since', '-since']
const revealed = (id: string) => ({ here: '081311112222', gone: null })[id]
const isCursor = (after: unknown) => after !== undefined && list.body.safeParse({ list: 'firstWait', after }).success
const offered = { fields, sorts, isCursor }
const read = (search: string, unknown?: string[]) =>
  readAddress(new URLSearchParams(search), offered, revealed, unknown)

test('an empty address asks for the first fifty of everything', () => {
  expect(read('')).toEqual({
    chosen: {},
    sort: undefined,
    limit: 50,
    view: undefined,
    after: undefined,
    page: 1,
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
    after: undefined,
    page: 1,
    ignored: [],
    pending: false,
  })
})

test('a secret is what its id stands for, is waited for, and is ignored when it is gone', () => {
  expect(read('phone=here')).toMatchObject({ chosen: { phone: '081311112222' }, ignored: [], pending: false })
  expect(read('phone=asked')).toMatchObject({ chosen: {}, ignored: [], pending: true })
  expect(read('phone=gone')).toMatchObject({
    chosen: {},
    ignored: [{ name: 'phone', label: 'approval:screen.phone', flaw: 'gone' }],
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
  ['customerType=new&customerType=old', 'customerType', 'twice'],
  ['size=100&size=100', 'size', 'twice'],
  ['view=v1&view=v2', 'view', 'twice'],
  ['after=oops', 'after', 'cursor'],
  [`after=${cursorWord({ sortedAt: 1 })}&page=3`, 'after', 'cursor'],
  ['page=3', 'page', 'choice'],
  [`after=${cursorWord({ sortedAt: 1, orderNo: 'LK1' })}&page=1`, 'page', 'choice'],
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
      Object.fromEntries(
        [...fields.map(({ name }) => name), 'sort', 'size', 'after', 'page'].map((name) => [name, nasty]),
      ),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(search, (params) => {
        const { chosen, sort, limit, after } = readAddress(
          new URLSearchParams(Object.entries(params) as [string, string][]),
          offered,
          (value) => value,
        )
        const { error } = list.body.safeParse({ list: 'firstWait', ...filterOf(fields, chosen), sort, limit, after })
        expect(error?.issues ?? []).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })
})

test('a view keeps filters, sort and page size in one order, and nothing else', () => {
  const kept = (search: string) => queryOf(new URLSearchParams(search), fields, read(search))
  const one = kept('size=100&phone=here&view=v1&nik=x&app=DK&sort=since')
  expect(one).toBe('app=DK&size=100&sort=since')
  expect(kept('app=DK&sort=since&size=100')).toBe(one)
  const page = `after=${cursorWord({ sortedAt: 1, orderNo: 'LK1' })}&page=2`
  expect(kept(`${page}&app=DK&sort=since&size=100&utm=mail&customerType=ancient&mine=1&mine=1`)).toBe(one)
})

test('an address says which page is shown, by what it goes on from', () => {
  const after = { sortedAt: 1_790_000_000_000, orderNo: 'LK26' }
  expect(read(`after=${cursorWord(after)}&page=7`)).toMatchObject({ after, page: 7, ignored: [] })
})

test('an option that is not among those that came is ignored and told of', () => {
  expect(read('app=ZZZ', ['app'])).toMatchObject({
    chosen: {},
    ignored: [{ name: 'app', label: 'approval:screen.app', flaw: 'choice' }],
  })
})

describe('a number in an address', () => {
  test('is taken out, and what it was for is told of', () => {
    expect(withoutSecrets('?app=DK&phone=081234567890&nik=3171015708921001')).toBe('?app=DK&phone=&nik=')
    expect(withoutSecrets(`?phone=${'a'.repeat(22)}&phone=0812`)).toBe('?phone=')
    expect(read('phone=')).toMatchObject({ ignored: [{ name: 'phone', flaw: 'concealed', isGone: true }] })
  })

  test('is not taken for one where the server gave an id, or another field has it', () => {
    for (const search of ['', '?app=D%4B&x', `?phone=${'a'.repeat(22)}`, '?orderNo=081234567890'])
      expect(withoutSecrets(search)).toBe(search)
  })
})

describe('days that are typed', () => {
  test.each([
    ['01/11/2026', '2/11/2026', { range: '2026-11-01..2026-11-02' }],
    ['2026-11-01', '01.11.2026', { range: '2026-11-01..2026-11-01' }],
    [' ', '', { range: '' }],
    ['01/11/2026', '', { flaw: 'list:dayMissing', wrong: ['to'] }],
    ['', '01/11/2026', { flaw: 'list:dayMissing', wrong: ['from'] }],
    ['30/02/2026', '01/03/2026', { flaw: 'list:noSuchDay', wrong: ['from'] }],
    ['soon', '', { flaw: 'list:noSuchDay', wrong: ['from'] }],
    ['01/11/2026', 'soon', { flaw: 'list:noSuchDay', wrong: ['to'] }],
    ['02/11/2026', '01/11/2026', { flaw: 'list:daysReversed', wrong: ['from', 'to'] }],
  ])('%s to %s', (from, to, expected) => {
    expect(rangeTyped(from, to)).toEqual(expected)
  })

  test.each(languages)('are read as they are shown in %s', (language) => {
    expect(dayTyped(typedAs('2026-01-31', language))).toBe('2026-01-31')
    expect(typedAs(undefined, language)).toBe('')
  })

  test.each([
    ['4', '2026-12-04'],
    ['27', '2026-11-27'],
    ['31', '2026-12-31'],
    ['0', undefined],
    ['32', undefined],
  ])('a number alone, %s, is the next day of that number', (typed, day) => {
    expect(dayTyped(typed, '2026-11-27')).toBe(day)
    expect(dayTyped(typed)).toBeUndefined()
  })
})
