import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { useDuration } from '../../../src/views/flow/duration.ts'
import { loadFramed, startI18n } from '../../../src/views/i18n.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const i18n = await startI18n('en')
await loadFramed(i18n)
const wrapper = ({ children }: { children: ReactNode }) => <I18nextProvider i18n={i18n}>{children}</I18nextProvider>

test.each([
  [null, '–'],
  [0, 'under 1 s'],
  [999, 'under 1 s'],
  [second, '1 s'],
  [1.6 * second, '2 s'],
  [59.4 * second, '59 s'],
  [59.8 * second, '1 min'],
  [2 * minute + 5 * second, '2 min 5 s'],
  [9 * minute + 59.8 * second, '10 min'],
  [11.6 * minute, '12 min'],
  [59.4 * minute, '59 min'],
  [59.7 * minute, '1 h'],
  [hour + 59.7 * minute, '2 h'],
  [124.4 * minute, '2 h 4 min'],
  [9 * hour + 59.7 * minute, '10 h'],
  [23.4 * hour, '23 h'],
  [23.7 * hour, '1 d'],
  [day + 23.7 * hour, '2 d'],
  [9 * day + 5 * hour, '9 d 5 h'],
  [9 * day + 23.7 * hour, '10 d'],
  [40.6 * day, '41 d'],
])('%s ms are said as %s', (ms, words) => {
  expect(renderHook(useDuration, { wrapper }).result.current(ms)).toBe(words)
})
