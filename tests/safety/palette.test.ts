import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { colord, extend } from 'colord'
import a11y from 'colord/plugins/a11y'
import lab from 'colord/plugins/lab'
import { describe, expect, test } from 'vitest'
import { reports } from '../../src/services/report.ts'

extend([a11y, lab])

const blueprint = readFileSync(
  createRequire(import.meta.url).resolve('@blueprintjs/core/lib/css/blueprint.css'),
  'utf8',
)
const picture = readFileSync(new URL('../../src/views/report/picture/picture.css', import.meta.url), 'utf8')
const base = readFileSync(new URL('../../src/views/base.css', import.meta.url), 'utf8')
const hexOf = (name: string) => new RegExp(`--bp-palette-${name}: *(#[0-9a-f]{6})`).exec(blueprint)![1]!

/** The colours that a rule of the pictures names, in their order. */
const coloursIn = (rule: string, kind: 'line' | 'part') => {
  const body = picture.slice(picture.indexOf(`${rule} {`))
  const own = body.slice(0, body.indexOf('}'))
  return [...own.matchAll(new RegExp(`--${kind}-\\d: var\\(--bp-palette-([a-z0-9-]+)\\)`, 'g'))].map(([, name]) =>
    hexOf(name!),
  )
}
const surfaces = [...base.matchAll(/--surface: (#[0-9a-f]+);/g)].map(([, hex]) => hex!)

// Machado, Oliveira and Fernandes (2009), severity 1, on linear light.
const sights: Record<string, readonly (readonly number[])[]> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
const linear = (byte: number) => (byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)
const byte = (light: number) => {
  const known = Math.max(0, Math.min(1, light))
  return 255 * (known <= 0.0031308 ? known * 12.92 : 1.055 * known ** (1 / 2.4) - 0.055)
}
const seenAs = (hex: string, sight: readonly (readonly number[])[]) => {
  const { r, g, b } = colord(hex).toRgb()
  const lights = [r, g, b].map(linear)
  const [red, green, blue] = sight.map((row) => byte(row.reduce((sum, part, nth) => sum + part * lights[nth]!, 0)))
  return colord({ r: red!, g: green!, b: blue! })
}
/** CIEDE2000, where 1 is the difference of black and white. */
const apart = (one: string, other: string, sight: string) =>
  seenAs(one, sights[sight]!).delta(seenAs(other, sights[sight]!))

const drawnAs = (as: string) =>
  Object.values(reports).flatMap(({ picture: its }) => (its.as === as ? [its.of.length] : []))

describe.each(Object.keys(sights))('for eyes that see %s', (sight) => {
  test.each([
    ['light', '.picture'],
    ['dark', '.bp6-dark .picture'],
  ])('any two lines of a picture differ: %s', (_, rule) => {
    const lines = coloursIn(rule, 'line')
    expect(lines.length).toBeGreaterThanOrEqual(Math.max(...drawnAs('lines')))
    for (const [nth, one] of lines.entries())
      for (const other of lines.slice(nth + 1)) expect(apart(one, other, sight)).toBeGreaterThan(0.2)
  })

  test('parts that touch differ', () => {
    const parts = coloursIn('.picture', 'part')
    expect(parts.length).toBeGreaterThanOrEqual(Math.max(...drawnAs('nested'), ...drawnAs('shares')))
    for (const [nth, one] of parts.slice(1).entries()) expect(apart(one, parts[nth]!, sight)).toBeGreaterThan(0.15)
  })
})

test.each([
  ['light', '.picture', 0],
  ['dark', '.bp6-dark .picture', 1],
] as const)('a line stands out from its ground: %s', (_, rule, nth) => {
  for (const line of coloursIn(rule, 'line')) expect(colord(line).contrast(surfaces[nth])).toBeGreaterThanOrEqual(3)
})
