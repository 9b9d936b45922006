import { colord, extend } from 'colord'
import a11y from 'colord/plugins/a11y'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shadesOf } from '../../src/views/paint.ts'

extend([a11y])

test.each([
  ['light', false, ['#ffffff', '#f6f7f9']],
  ['dark', true, ['#252a31', '#1c2127']],
] as const)(
  'in the %s, words of any colour are legible on every ground, their own tint included',
  (_, dark, grounds) => {
    const colours = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(colours, (colour) => {
        const shades = shadesOf(colour, dark)
        for (const ground of [...grounds, shades['--tint']!]) {
          expect(colord(shades['--link']!).contrast(ground)).toBeGreaterThanOrEqual(4.5)
        }
        expect(colord(shades['--on-accent']!).contrast(shades['--accent'])).toBeGreaterThanOrEqual(4.5)
      }),
      { examples: [['#DB2C6F'], ['#ffee00'], ['#409EFF'], ['#ffffff'], ['#000000']] },
    )
  },
)
