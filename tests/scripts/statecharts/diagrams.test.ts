import { expect, test } from 'vitest'
import { cornersOf, isOn } from '../../../scripts/statecharts/corners.ts'
import type { Place, Route } from '../../../scripts/statecharts/layout.ts'
import { drawings } from '../../../scripts/statecharts/pages.ts'
import { isWithin, staysPut } from '../../../scripts/statecharts/sketch.ts'
import { nameAt } from '../../../scripts/statecharts/svg.ts'
import { stateKey, word } from '../../../scripts/statecharts/words.ts'
import { nameOf } from '../../../src/machines/chart.ts'

const all = drawings()
const margins = 24

const runsThrough = ({ strokes }: Route, place: Place) =>
  strokes.some(({ points }) => cornersOf(points).some((corner) => isOn(corner, place, -1)))

test('no diagram is wider than a screen', () => {
  const wide = all.filter(({ sketch, layout }) => !sketch.hasFigures && layout.width + margins > 1400)
  expect(wide.map(({ name, language, layout }) => [name, language, layout.width])).toEqual([])
})

test('no arrow runs through another’s label, through a state or through the name of a stage', () => {
  const struck = all.flatMap(({ name, language, words, sketch, layout: { routes, states, clusters } }) => {
    const labels = routes
      .filter(({ arrow }) => !staysPut(arrow))
      .map(({ arrow, label }) => ({
        what: `${nameOf(arrow.from)} to ${nameOf(arrow.to)}`,
        place: label,
        isOf: (one: Route) => one.arrow === arrow,
      }))
    const boxes = sketch.boxes.map((box) => ({
      what: box.name,
      place: states.get(box.name)!,
      isOf: ({ arrow }: Route) => isWithin(box.node, arrow.from) || arrow.to === box.node,
    }))
    const stages = clusters.map(({ node, place }) => ({
      what: nameOf(node),
      place: nameAt(place, word(words, stateKey(node)), routes),
      isOf: () => false,
    }))
    return [...labels, ...boxes, ...stages]
      .filter(({ place, isOf }) => routes.some((one) => !isOf(one) && runsThrough(one, place)))
      .map(({ what }) => `${name} ${language}: ${what}`)
  })
  expect(struck).toEqual([])
})
