import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { longText, positive, rupiah, text } from '../../../../src/services/endpoint.ts'
import type { Field } from '../../../../src/views/detail/form/field.ts'
import { fieldBy, problemOf, type Typed } from '../../../../src/views/detail/form/fields.ts'

describe('a form asks as the schema says', () => {
  const cases: [string, z.ZodMiniType, Field][] = [
    ['a line', text(60), { kind: 'line', most: 60 }],
    ['several lines', longText(300), { kind: 'text', most: 300 }],
    ['what may be left out', z._default(longText(300), ''), { kind: 'text', most: 300, optional: true }],
    ['an amount of money', rupiah, { kind: 'rupiah' }],
    ['a number', positive, { kind: 'number' }],
    ['a day', z.iso.date(), { kind: 'day' }],
    ['a choice', z.enum(['a', 'b']), { kind: 'choice', options: ['a', 'b'].map((value) => option(value)) }],
    ['several of some', z.array(z.enum(['a'])), { kind: 'checks', options: [option('a')] }],
  ]
  test.each(cases)('for %s', (_, schema, field) => {
    expect(fieldBy(schema, 'loan:reason')).toEqual(field)
  })
})

describe('what is wrong is said before anybody is asked', () => {
  const wrong: [string, z.ZodMiniType, Typed, string | undefined][] = [
    ['nothing', longText(5), '', 'required'],
    ['only spaces', longText(5), '  ', 'required'],
    ['too much', longText(5), 'abcdef', 'tooLong'],
    ['what no database takes', longText(5), 'a\u0000', 'characters'],
    ['nothing where nothing is needed', z._default(longText(5), ''), '', undefined],
    ['a number without end', positive, '99999999999999999', 'range'],
    ['spaces where a number is due', positive, '  ', 'required'],
    ['no number', positive, 'ten', 'whole'],
    ['a number of another kind', positive, '1e3', 'whole'],
    ['zero', positive, '0', 'positive'],
    ['more money than there is', rupiah, '1000000000001', 'range'],
    ['nothing chosen', z.array(z.enum(['a'])), [], 'required'],
    ['what is right', rupiah, '1000000000000', undefined],
  ]
  test.each(wrong)('of %s', (_, schema, typed, reason) => {
    const field = fieldBy(schema, 'loan:reason')
    expect(problemOf(field, typed, schema)).toBe(reason && `errors:field.${reason}`)
  })

  test('of an amount or a day beyond what the record allows, in its own words', () => {
    const most: Field = { kind: 'rupiah', most: { amount: 10, above: 'loan:guard.inFull' } }
    expect(problemOf(most, '11', rupiah)).toBe('loan:guard.inFull')
    const first: Field = { kind: 'day', first: { day: '2026-01-02', beyond: 'loan:guard.notBeforePayout' } }
    expect(problemOf(first, '2026-01-01', z.iso.date())).toBe('loan:guard.notBeforePayout')
    const last: Field = { kind: 'day', last: { day: '2026-01-02', beyond: 'lead:guard.withinHorizon' } }
    expect(problemOf(last, '2026-01-03', z.iso.date())).toBe('lead:guard.withinHorizon')
    for (const none of ['2026-02-30', 'Tuesday'])
      expect(problemOf(last, none, z.iso.date()), none).toBe('list:noSuchDay')
    expect(problemOf({ kind: 'day' }, '2026-02-30', z.iso.date())).toBe('list:noSuchDay')
  })
})

function option(value: string) {
  return { value, words: `loan:reason.${value}` }
}
