import { describe, expect, test } from 'vitest'
import {
  isSideways,
  moved,
  transformOf,
  turned,
  type View,
  whole,
  zoomed,
} from '../../../../../src/views/detail/record/viewer/view.ts'

const times = (view: View, count: number, step: (view: View) => View): View =>
  count === 0 ? view : times(step(view), count - 1, step)
const closer = (view: View) => zoomed(view, 1)
const away = (view: View) => zoomed(view, -1)
const right = (view: View) => turned(view, 1)
const left = (view: View) => turned(view, -1)

describe('a picture', () => {
  test('comes closer step by step, and no closer than eight times', () => {
    expect(closer(whole).zoom).toBe(1.25)
    expect(times(whole, 50, closer).zoom).toBe(8)
  })

  test('is never smaller than whole, and then stands in the middle', () => {
    const aside = moved(times(whole, 3, closer), 120, -40)
    expect({ x: aside.x, y: aside.y }).toEqual({ x: 120, y: -40 })
    expect(times(aside, 9, away)).toEqual(whole)
  })

  test('keeps the place that is looked at while it comes closer', () => {
    const aside = moved(closer(whole), 100, 40)
    expect(closer(aside)).toMatchObject({ x: 125, y: 50 })
  })

  test('is not moved while it is whole', () => {
    expect(moved(whole, 30, 30)).toEqual(whole)
  })

  test('turns by quarters, round either way, and lies on its side after one and three', () => {
    expect([1, 2, 3, 4].map((quarters) => isSideways(times(whole, quarters, right)))).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(times(whole, 4, right)).toEqual(whole)
    expect(left(whole).turns).toBe(3)
    expect(transformOf(left(closer(whole)))).toBe(
      'translate(-50%, -50%) translate(0px, 0px) scale(1.25) rotate(270deg)',
    )
  })
})
