import { expect, test } from 'vitest'
import { batchLoader } from '../../../src/server/kit/batchLoader.ts'

type Row = { key: string; load: number }

/** A loader whose loads end when the test says so. */
const lookingUp = () => {
  const loads: { keys: readonly string[]; end: (error?: Error) => void }[] = []
  const begun: (() => void)[] = []
  const find = batchLoader<string, Row>(
    (keys) =>
      new Promise((resolve, reject) => {
        const load = loads.length + 1
        const end = (error?: Error) =>
          error ? reject(error) : resolve(keys.filter((key) => key !== 'nobody').map((key) => ({ key, load })))
        loads.push({ keys, end })
        begun.shift()?.()
      }),
    ({ key }) => key,
  )
  const nextLoad = () => new Promise<void>((resolve) => begun.push(resolve))
  return { find, loads, nextLoad }
}

test('look-ups at once are one, each key once, and a key that is not there is undefined', async () => {
  const { find, loads, nextLoad } = lookingUp()
  const found = [find('ayu'), find('budi'), find('ayu'), find('nobody')]
  await nextLoad()
  expect(loads[0]!.keys).toEqual(['ayu', 'budi', 'nobody'])
  loads[0]!.end()
  expect(await Promise.all(found)).toEqual([
    { key: 'ayu', load: 1 },
    { key: 'budi', load: 1 },
    { key: 'ayu', load: 1 },
    undefined,
  ])
  expect(loads).toHaveLength(1)
})

test('a look-up that comes while one is under way gets a later answer, not that one', async () => {
  const { find, loads, nextLoad } = lookingUp()
  const first = find('ayu')
  await nextLoad()
  const second = find('ayu')
  const next = nextLoad()
  loads[0]!.end()
  expect(await first).toEqual({ key: 'ayu', load: 1 })
  await next
  loads[1]!.end()
  expect(await second).toEqual({ key: 'ayu', load: 2 })
})

test('a look-up that fails fails for all of its keys, and the next one is made', async () => {
  const { find, loads, nextLoad } = lookingUp()
  const failing = [find('ayu'), find('budi')].map((one) => one.catch((error: Error) => error.message))
  await nextLoad()
  loads[0]!.end(new Error('the line is cut'))
  expect(await Promise.all(failing)).toEqual(['the line is cut', 'the line is cut'])
  const again = find('ayu')
  await nextLoad()
  loads[1]!.end()
  expect(await again).toEqual({ key: 'ayu', load: 2 })
})
