import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../src/machines/calendar.ts'
import {
  nikFacts,
  nikProblem,
  nikWarnings,
  nikFound,
  normalPhone,
  phoneFound,
  provinces,
} from '../../src/machines/identity.ts'
import { maskAccount, maskAddress, maskEmail, maskName, maskNik, maskPhone } from '../../src/machines/masks.ts'

const today = '2026-03-10'

describe('a NIK', () => {
  test.each([
    ['3174011508900012', undefined],
    ['3174015508900012', undefined],
    ['317401150890001', 'nikDigits'],
    ['31740115089000123', 'nikDigits'],
    ['3174 0115 0890 0012', 'nikDigits'],
    ['31740115O8900012', 'nikDigits'],
    ['٣١٧٤٠١١٥٠٨٩٠٠٠١٢', 'nikDigits'],
    ['3774011508900012', 'nikRegion'],
    ['0074011508900012', 'nikRegion'],
    ['3100011508900012', 'nikRegion'],
    ['3174001508900012', 'nikRegion'],
    ['3174010008900012', 'nikBirthDate'],
    ['3174014008900012', 'nikBirthDate'],
    ['3174013208900012', 'nikBirthDate'],
    ['3174017208900012', 'nikBirthDate'],
    ['3174013104900012', 'nikBirthDate'],
    ['3174011500900012', 'nikBirthDate'],
    ['3174011513900012', 'nikBirthDate'],
    ['3174012902910012', 'nikBirthDate'],
    ['3174012902920012', undefined],
    ['3174012902000012', undefined],
    ['3174011508900000', 'nikSerial'],
  ])('%s → %s', (nik, problem) => expect(nikProblem(nik)).toBe(problem))

  test('knows 38 provinces', () => expect(Object.keys(provinces)).toHaveLength(38))

  test('tells province, birthday and gender', () => {
    expect(nikFacts('3174011508900012', today)).toEqual({ province: '31', birthday: '1990-08-15', gender: 'male' })
    expect(nikFacts('9171017112030012', today)).toEqual({ province: '91', birthday: '2003-12-31', gender: 'female' })
  })

  test.each([
    ['the 17th birthday is today', '100309', '2009-03-10'],
    ['the 17th birthday is tomorrow, and 117 is too old: still the child', '110309', '2009-03-11'],
    ['100 years old', '110326', '1926-03-11'],
    ['26 is this year before today: 100 or 0', '100326', '1926-03-10'],
    ['27 is yet to come', '010127', '1927-01-01'],
    ['19 is a child of seven', '010119', '2019-01-01'],
  ])('century: %s', (_, ddmmyy, birthday) => expect(nikFacts(`317401${ddmmyy}0001`, today).birthday).toBe(birthday))

  test('says nothing about a malformed number', () => {
    expect(() => nikFacts('3174013208900012', today)).toThrow(new RangeError('nikBirthDate'))
    expect(nikWarnings('3174013208900012', { birthday: '1990-08-15', gender: 'male' }, today)).toEqual([])
  })

  test('warns where the declaration differs', () => {
    const warned = (birthday: string, gender: 'male' | 'female') =>
      nikWarnings('3174015508900012', { birthday, gender }, today)
    expect(warned('1990-08-15', 'female')).toEqual([])
    expect(warned('1990-08-16', 'female')).toEqual(['birthdayDiffers'])
    expect(warned('1990-08-15', 'male')).toEqual(['genderDiffers'])
    expect(warned('1890-08-15', 'male')).toEqual(['birthdayDiffers', 'genderDiffers'])
  })

  test('gives back whatever was written into it', () => {
    const person = fc.record({
      province: fc.constantFrom(...Object.keys(provinces)),
      regency: fc.integer({ min: 1, max: 99 }),
      // 17 to 99 years.
      daysAgo: fc.integer({ min: 6210, max: 36_500 }),
      gender: fc.constantFrom('male' as const, 'female' as const),
      serial: fc.integer({ min: 1, max: 9999 }),
    })
    fc.assert(
      fc.property(person, ({ province, regency, daysAgo, gender, serial }) => {
        const birthday = addDays(today, -daysAgo)
        const [year, month, day] = birthday.split('-') as [string, string, string]
        const two = String(regency).padStart(2, '0')
        const dayDigits = gender === 'female' ? String(Number(day) + 40) : day
        const nik = `${province}${two}01${dayDigits}${month}${year.slice(2)}${String(serial).padStart(4, '0')}`
        expect(nikProblem(nik)).toBeUndefined()
        expect(nikFacts(nik, today)).toEqual({ province, birthday, gender })
      }),
    )
  })
})

describe('a phone number', () => {
  test.each([
    ['08123456789', '+628123456789'],
    ['0812-3456-7890', '+6281234567890'],
    ['62 812 3456 7890', '+6281234567890'],
    ['+62 812-3456-7890', '+6281234567890'],
    ['08123456789012', '+628123456789012'],
    ['0812345678', undefined],
    ['081234567890123', undefined],
    ['8123456789', undefined],
    ['+65 8123 4567', undefined],
    ['02112345678', undefined],
    ['+6208123456789', undefined],
    ['0812.3456.7890', undefined],
    ['0812345678x', undefined],
    ['', undefined],
  ])('%s → %s', (text, stored) => expect(normalPhone(text)).toBe(stored))

  test('is stored one way, however often it is normalised', () => {
    const digits = fc.stringMatching(/^[0-9]{9,12}$/)
    fc.assert(
      fc.property(digits, fc.constantFrom('0', '62', '+62', '+62 ', '62-'), (rest, prefix) => {
        expect(normalPhone(`${prefix}8${rest}`)).toBe(`+628${rest}`)
        expect(normalPhone(`+628${rest}`)).toBe(`+628${rest}`)
      }),
    )
  })
})

describe('what somebody searches for', () => {
  test.each([
    ['812.3456.7890', '+6281234567890'],
    ['(0812) 3456-7890', '+6281234567890'],
    ['62 812 3456 7890', '+6281234567890'],
    ['812345', undefined],
    ['LK8123456789', undefined],
  ])('as a phone, %s is %s', (text, found) => expect(phoneFound(text)).toBe(found))

  test('as a NIK is its digits, however they stand', () => {
    expect(['3174 0155 7089 0012', '31.74.01.557089.0012', '317401-557089-0012'].map(nikFound)).toEqual(
      Array(3).fill('3174015570890012'),
    )
  })
})

describe('a mask', () => {
  test('keeps what staff recognise a person by', () => {
    expect(maskName('Siti  Nurhaliza Éva')).toBe('S*** N*** É***')
    expect(maskPhone('+6281234567890')).toBe('+628******7890')
    expect(maskNik('3174015508900012')).toBe('************0012')
    expect(maskEmail('siti.aminah@post.example')).toBe('s***@post.example')
    expect(maskAccount('0123456789')).toBe('*******789')
    expect(maskAddress('Jalan Melati 12, RT 003')).toBe('J*** M*** *** R*** ***')
  })

  test('has nothing to show of empty or odd text', () => {
    expect([maskName(''), maskAccount(''), maskAccount('12'), maskEmail('no address'), maskPhone('x')]).toEqual([
      '',
      '',
      '**',
      '***',
      '*',
    ])
  })

  test('shows at most four characters of a number, and a third of a short one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{0,20}$/), (text) => {
        const shown = maskAccount(text).replaceAll('*', '')
        expect(maskAccount(text)).toHaveLength(text.length)
        expect(text.endsWith(shown)).toBe(true)
        expect(shown.length).toBeLessThanOrEqual(Math.min(4, text.length / 3))
      }),
    )
  })
})
