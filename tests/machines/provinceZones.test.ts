import { describe, expect, test } from 'vitest'
import { zones } from '../../src/machines/contactRules.ts'
import { provinces } from '../../src/machines/identity.ts'
import { codesIn, inRanges, usualZones, zoneFlaws, zoneOf } from '../../src/machines/provinceZones.ts'

describe('the usual zones', () => {
  test('have every province once', () => {
    expect(zoneFlaws(usualZones)).toEqual([])
    expect(zones.flatMap((zone) => usualZones[zone]).toSorted()).toEqual(Object.keys(provinces).toSorted())
  })

  test.each([
    ['11', 'WIB'],
    ['31', 'WIB'],
    ['62', 'WIB'],
    ['51', 'WITA'],
    ['63', 'WITA'],
    ['76', 'WITA'],
    ['81', 'WIT'],
    ['96', 'WIT'],
    ['37', undefined],
  ])('province %s is in %s', (province, zone) => {
    expect(zoneOf(province, usualZones)).toBe(zone)
  })
})

test.each([
  ['11, 12;13 14', ['11', '12', '13', '14']],
  ['31-36', ['31', '32', '33', '34', '35', '36']],
  ['19–31', ['19', '21', '31']],
  // Neither a code nor a range of provinces: kept to be refused.
  ['37–50, 36–31, 1, abc', ['37–50', '36–31', '1', 'abc']],
  ['', []],
])('%s lists the codes %j', (text, codes) => {
  expect(codesIn(text)).toEqual(codes)
})

test('codes are shown as ranges that are read as the same codes', () => {
  for (const zone of zones) expect(codesIn(inRanges(usualZones[zone]))).toEqual(usualZones[zone])
  expect(zones.map((zone) => inRanges(usualZones[zone]))).toEqual(['11–36, 61, 62', '51–53, 63–76', '81–96'])
  expect(inRanges(['13', '11', '12', '31'])).toBe('11–13, 31')
  expect(inRanges(['x', '11'])).toBe('11, x')
  expect(inRanges([])).toBe('')
})

test('a province in two zones, twice in one, in none, or unknown is a flaw', () => {
  const wrong = { WIB: [...usualZones.WIB, '11', '99'], WITA: usualZones.WITA.slice(1), WIT: [...usualZones.WIT, '12'] }
  expect(zoneFlaws(wrong)).toEqual([
    { zone: 'WIB', code: '11', reason: 'provinceTwice' },
    { zone: 'WIB', code: '99', reason: 'noProvince' },
    { zone: 'WIT', code: '12', reason: 'provinceTwice' },
    { zone: 'WITA', code: '51', reason: 'provinceMissing' },
  ])
})
