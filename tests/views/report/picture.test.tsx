import { fireEvent, render, screen as page } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../../src/machines/calendar.ts'
import type { Picture } from '../../../src/services/report.ts'
import { loadFramed, startI18n } from '../../../src/views/i18n.ts'
import type { Point } from '../../../src/views/report/picture/drawing.ts'
import { PictureFrame } from '../../../src/views/report/picture/PictureFrame.tsx'

beforeAll(async () => loadFramed(await startI18n('en')))

const days = (count: number, values: (nth: number) => Point['values']): Point[] =>
  Array.from({ length: count }, (_, nth) => ({
    key: addDays('2026-11-21', nth + 1 - count),
    unfinished: nth === count - 1,
    values: values(nth),
  }))
const draw = (as: Picture['as'], points: Point[] | undefined, limit?: number) =>
  render(
    <PictureFrame
      title="Drawn"
      as={as}
      {...(limit !== undefined && { limit })}
      series={points?.[0]?.values.map((_, nth) => `Series ${nth + 1}`) ?? ['Series 1']}
      points={points}
      name={({ key }) => `Day ${key}`}
      label={({ key }) => key}
      value={(value) => `${value} rupiah`}
      tick={String}
    />,
  )
const slider = () => page.findByRole('slider', { name: 'Points of the picture' })
const drawnPaths = () => [...document.querySelectorAll('.picture-box path')].map((path) => path.getAttribute('d') ?? '')

describe.each(['lines', 'nested', 'shares', 'bars'] as const)('a picture of %s', (as) => {
  const whole: Record<Picture['as'], Point['values']> = {
    lines: [10, 20],
    nested: [30, 10],
    shares: [5, 95],
    bars: [40],
  }

  test.each([1, 400])('draws %i points, each of which the keys reach and read out', async (count) => {
    draw(
      as,
      days(count, () => whole[as]),
    )
    const cursor = await slider()
    expect(page.getByRole('figure', { name: 'Drawn', description: /table below/ })).toBeTruthy()
    fireEvent.focus(cursor)
    fireEvent.change(cursor, { target: { value: '0' } })
    const first = as === 'bars' ? addDays('2026-11-21', 1 - count) : days(count, () => [])[0]!.key
    expect(cursor.getAttribute('aria-valuetext')).toBe(`Day ${first}`)
    expect(page.getByRole('status').textContent).toMatch(
      new RegExp(`^Day ${first}.* · Series 1 ${whole[as][0]} rupiah`),
    )
    fireEvent.blur(cursor)
    expect(page.getByRole('status').textContent).toBe('')
    expect(document.querySelector('.picture-box svg')!.textContent).not.toContain('NaN')
    expect(drawnPaths().join('')).not.toContain('NaN')
  })

  test('says so without anything to draw, and keeps its room', () => {
    draw(as, [])
    expect(page.getByText('There is nothing to draw in this period.')).toBeTruthy()
    expect(document.querySelector('.picture-room')).toBeTruthy()
  })

  test('keeps its room, and says nothing, until its points have come', () => {
    draw(as, undefined)
    expect(document.querySelector('.picture-room')!.textContent).toBe('')
  })
})

test('three years of columns are one path for each part', async () => {
  draw(
    'nested',
    days(1096, () => [3, 2, 1]),
  )
  await slider()
  expect(document.querySelectorAll('.picture-part path, path.picture-part')).toHaveLength(3)
})

test('a line stops where there is no value, and a value alone is a mark', async () => {
  draw(
    'lines',
    days(400, (nth) => [nth === 200 ? 50 : null]),
  )
  await slider()
  expect(document.querySelectorAll('.picture-box circle')).toHaveLength(1)
})

test('the rest that makes parts a whole is read out and not drawn, and the limit is', async () => {
  draw(
    'shares',
    days(2, () => [4, 2, 94]),
    500,
  )
  await slider()
  expect(document.querySelectorAll('path.picture-part')).toHaveLength(2)
  expect(document.querySelector('.picture-limit')!.textContent).toBe('500')
  fireEvent.focus(await slider())
  expect(page.getByRole('status').textContent).toContain('(not over yet) · Series 1 4 rupiah')
  expect(page.getByRole('status').textContent).toContain('Series 3 94 rupiah')
})
