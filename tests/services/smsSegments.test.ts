import { expect, test } from 'vitest'
import { sizeOf } from '../../src/services/smsSegments.ts'

const size = (text: string) => {
  const { encoding, segments, units } = sizeOf(text)
  return `${encoding} ${segments} ${units}`
}

test.each([
  ['no text', '', 'GSM-7 0 0'],
  ['160 letters', 'a'.repeat(160), 'GSM-7 1 160'],
  ['161 letters', 'a'.repeat(161), 'GSM-7 2 161'],
  ['306 letters', 'a'.repeat(306), 'GSM-7 2 306'],
  ['307 letters', 'a'.repeat(307), 'GSM-7 3 307'],
  ['each of the extension', '^{}[]~\\|\u20ac', 'GSM-7 1 18'],
  ['80 of the extension', '\u20ac'.repeat(80), 'GSM-7 1 160'],
  ['81 of the extension', '\u20ac'.repeat(81), 'GSM-7 2 162'],
  // A sign of two units is not divided between segments.
  ['one of the extension at the end of a segment', `${'a'.repeat(152)}\u20ac${'a'.repeat(152)}`, 'GSM-7 3 306'],
  ['70 dashes', '\u2014'.repeat(70), 'UCS-2 1 70'],
  ['71 dashes', '\u2014'.repeat(71), 'UCS-2 2 71'],
  ['134 Chinese signs', '\u6b3e'.repeat(134), 'UCS-2 2 134'],
  ['135 Chinese signs', '\u6b3e'.repeat(135), 'UCS-2 3 135'],
  ['35 emoji', '\u{1f600}'.repeat(35), 'UCS-2 1 70'],
  ['36 emoji', '\u{1f600}'.repeat(36), 'UCS-2 2 72'],
])('%s', (_, text, expected) => expect(size(text)).toBe(expected))

test('the signs beyond the GSM alphabet are named once', () => {
  expect(sizeOf('a \u2014 b \u2014 \u{1f600}')).toMatchObject({ beyond: ['\u2014', '\u{1f600}'], most: 70 })
  expect(sizeOf('a'.repeat(200))).toMatchObject({ beyond: [], most: 153 })
})
