import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { sleep } from '../../src/services/sleep.ts'

const listeners = ({ signal }: AbortController) => getEventListeners(signal, 'abort').length

test('a wait that is over has left nothing on a signal that outlives it', async () => {
  const stopping = new AbortController()
  const waiting = sleep(1, stopping.signal)
  expect(listeners(stopping)).toBe(1)
  await waiting
  expect(listeners(stopping)).toBe(0)
})

test('a wait ends at once when it is stopped, before or meanwhile', async () => {
  const stopping = new AbortController()
  const waiting = sleep(2 ** 31 - 1, stopping.signal)
  stopping.abort()
  await waiting
  expect(listeners(stopping)).toBe(0)
  await sleep(2 ** 31 - 1, stopping.signal)
})
