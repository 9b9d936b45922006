import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { abbreviated, arrivalAmount, basisPoints, proportion, rupiah, thousands } from '../../src/machines/money.ts'

const wrong = [-1, 0.5, Number.NaN, Infinity, 2 ** 53]

describe('the arrival amount', () => {
  test('is the loan less both fees', () => {
    expect(arrivalAmount({ loanAmount: 1_500_000, serviceFee: 120_000, handlingFee: 30_000 })).toBe(1_350_000)
  })

  test.each(wrong)('refuses %d', (n) => {
    expect(() => arrivalAmount({ loanAmount: n, serviceFee: 0, handlingFee: 0 })).toThrow(RangeError)
    expect(() => arrivalAmount({ loanAmount: 1, serviceFee: n, handlingFee: 0 })).toThrow(RangeError)
    expect(() => arrivalAmount({ loanAmount: 1, serviceFee: 0, handlingFee: n })).toThrow(RangeError)
  })

  test('refuses fees above the loan', () => {
    expect(() => arrivalAmount({ loanAmount: 100, serviceFee: 60, handlingFee: 41 })).toThrow(RangeError)
  })
})

describe('a proportion', () => {
  test.each([
    [120_000, 1_800_000, 2_400_000, 90_000],
    [120_001, 1, 2, 60_001],
    [1, 1, 3, 0],
    [2, 1, 3, 1],
    [7, 5, 5, 7],
    [0, 3, 4, 0],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])('of %d, %d of %d, is %d', (amount, part, of, result) => expect(proportion(amount, part, of)).toBe(result))

  test.each(wrong)('refuse %d', (n) => {
    expect(() => proportion(n, 1, 1)).toThrow(RangeError)
    expect(() => proportion(1, n, 1)).toThrow(RangeError)
    expect(() => proportion(1, 1, n)).toThrow(RangeError)
  })

  test('is of something', () => expect(() => proportion(1, 0, 0)).toThrow(RangeError))
})

describe('basis points', () => {
  test.each([
    [1_000_000, 30, 3000],
    [4999, 1, 0],
    [5000, 1, 1],
    [15_000, 1, 2],
    [14_999, 1, 1],
    [Number.MAX_SAFE_INTEGER, 10_000, Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER, 1, 900_719_925_474],
    [0, 10_000, 0],
  ])('of %d at %d are %d', (amount, bps, result) => expect(basisPoints(amount, bps)).toBe(result))

  test.each(wrong)('refuse %d', (n) => {
    expect(() => basisPoints(n, 1)).toThrow(RangeError)
    expect(() => basisPoints(1, n)).toThrow(RangeError)
  })

  test('refuse a result too large to be exact', () => {
    expect(() => basisPoints(Number.MAX_SAFE_INTEGER, 10_001)).toThrow(RangeError)
  })

  test('are within half a rupiah of the exact share, the half upwards', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 10_000 }), (amount, bps) => {
        const error = 10_000n * BigInt(basisPoints(amount, bps)) - BigInt(amount) * BigInt(bps)
        expect(error > -5000n && error <= 5000n).toBe(true)
      }),
    )
  })
})

describe('a figure as shown', () => {
  test('rupiah', () => {
    expect(rupiah(1_234_567, 'id')).toBe('Rp1.234.567')
    expect(rupiah(-1_500, 'id')).toBe('-Rp1.500')
    expect(rupiah(0, 'id')).toBe('Rp0')
    expect(rupiah(1_234_567, 'en')).toBe('IDR\u00a01,234,567')
    expect(rupiah(1_234_567, 'zh')).toBe('IDR\u00a01,234,567')
  })

  test('thousands', () => {
    expect(thousands(1_234_567)).toBe('1.234.567')
    expect(thousands(-1_234_567.25, 'en')).toBe('-1,234,567.25')
    expect(thousands(999, 'zh')).toBe('999')
  })

  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1k'],
    [1234, '1.2k'],
    [999_949, '999.9k'],
    [999_950, '1M'],
    [-2_500_000, '-2.5M'],
    [3e9, '3G'],
    [4.56e12, '4.6T'],
    [7e15, '7P'],
    [1e18, '1E'],
    [12_345e18, '12,345E'],
  ])('%d is %s', (n, text) => expect(abbreviated(n, 'en')).toBe(text))

  test('abbreviated with the comma of Indonesian', () => expect(abbreviated(1234)).toBe('1,2k'))
})
