import { describe, expect, test } from 'vitest'
import {
  exampleOf,
  exampleValues,
  filledWith,
  mostCharacters,
  normalised,
  problemsOf,
  type SmsCategory,
  smsLanguages,
  smsVariableNames,
  variablesIn,
} from '../../src/machines/smsText.ts'

const wrong = (body: string, category: SmsCategory = 'service') =>
  problemsOf({ category, body }).map(({ problem, text }) => (text ? `${problem} ${text}` : problem))

describe('a body', () => {
  test.each([
    ['', ['empty']],
    [' \n ', ['empty']],
    ['Yth. {name}, terima kasih.', []],
    ['Halo {nama}', ['unknown {nama}']],
    ['Halo {Name}', ['unknown {Name}']],
    ['Halo {toString} {__proto__}', ['unknown {toString}', 'unknown {__proto__}']],
    ['Halo {name', ['unclosed {name']],
    ['Halo {name {dueDay}', ['unclosed {name ']],
    ['Halo name}', ['unopened }']],
    ['Halo {} { }', ['unnamed {}', 'unnamed { }']],
    ['{{name}}', ['unclosed {', 'unopened }']],
    ['Halo 😀 {name}', []],
    ['x'.repeat(mostCharacters), []],
    ['x'.repeat(mostCharacters + 1), [`tooLong ${mostCharacters}`]],
    ['x'.repeat(2000), [`tooLong ${mostCharacters}`]],
  ])('%j', (body, problems) => expect(wrong(body)).toEqual(problems))

  test('marketing says how to opt out, and nothing of an order', () => {
    expect(wrong('Promo untuk {name}', 'marketing')).toEqual(['noOptOut {optOutLink}'])
    expect(wrong('Promo {name}: {optOutLink}', 'marketing')).toEqual([])
    expect(wrong('Bayar {amountDue}: {optOutLink}', 'marketing')).toEqual(['notForCategory {amountDue}'])
  })

  test('its variables are found once each, in the order of the text', () => {
    expect(variablesIn('{dueDay} {name} {dueDay} {nobody} {')).toEqual(['dueDay', 'name'])
  })
})

describe('filled with values', () => {
  test.each([
    ['id', 'Rp1.234.567 pada 12 Maret 2026, 3 hari'],
    ['en', 'IDR 1,234,567 pada 12 March 2026, 3 hari'],
    ['zh', 'IDR\u00a01,234,567 pada 2026年3月12日, 3 hari'],
  ] as const)('amounts, days and numbers are written as in %s', (language, text) => {
    const values = { amountDue: 1_234_567, dueDay: '2026-03-12', daysOverdue: 3 }
    expect(filledWith('{amountDue} pada {dueDay}, {daysOverdue} hari', values, language)).toEqual({ text })
  })

  test('what has no value, or an empty one, is refused by name; nought is a value', () => {
    expect(filledWith('{name} {amountDue} {bank}', { name: ' ' }, 'id')).toEqual({
      unfilled: ['name', 'amountDue', 'bank'],
    })
    expect(filledWith('{amountDue}', { amountDue: 0 }, 'id')).toEqual({ text: 'Rp0' })
  })

  test('a value is no template, and stays on its line', () => {
    const name = 'Budi {amountDue}\r\nBayar ke 123'
    expect(filledWith('Yth. {name}.', { name, amountDue: 5 }, 'id')).toEqual({
      text: 'Yth. Budi {amountDue} Bayar ke 123.',
    })
  })

  test('a typographic sign of a value does not make the message UCS-2', () => {
    expect(filledWith('{name}', { name: 'Ma\u2019ruf \u2013 Ali' }, 'id')).toEqual({ text: "Ma'ruf - Ali" })
  })

  test('a body that was never sound is thrown out', () => {
    expect(() => filledWith('{nobody}', {}, 'id')).toThrow('nobody')
    expect(() => filledWith('{name', { name: 'Ani' }, 'id')).toThrow('name')
  })

  test('every variable has an example that fills it, in every language', () => {
    const all = smsVariableNames.map((name) => `{${name}}`).join(' ')
    for (const language of smsLanguages) {
      const filled = filledWith(all, exampleValues, language)
      expect(filled).toEqual({ text: exampleOf(all, language) })
      expect(exampleOf(all, language)).not.toMatch(/[{}]|undefined|NaN/)
    }
  })
})

test('a brace that is not closed yet hides nothing of the example, and its problem names the beginning', () => {
  const body = `Halo {name}, bayar {amountDue ${'sebelum akhir bulan '.repeat(5)}`
  expect(exampleOf(body, 'id')).toBe(body.replace('{name}', 'Siti Rahmawati'))
  expect(problemsOf({ category: 'service', body })).toEqual([{ problem: 'unclosed', text: '{amountDue sebelum a' }])
})

test('signs of word processors become those of the GSM alphabet, except in Chinese', () => {
  const typed = '\u201cHalo\u201d \u2013 Anda\u2019s\u2026\u00a0ok\r\nya'
  expect(normalised(typed, 'id')).toBe('"Halo" - Anda\'s... ok\nya')
  expect(normalised(typed, 'zh')).toBe(typed.replace('\r', ''))
})
