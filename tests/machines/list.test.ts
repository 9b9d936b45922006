import { expect, test, vi } from 'vitest'
import { createActor, SimulatedClock, waitFor } from 'xstate'
import { type Asked, type ListInput, listMachine } from '../../src/machines/list.ts'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** A fake list of numbers with keyset pages: a page holds the rows after the cursor. */
const shelf = (first: number[]) => {
  const store = { rows: first, fails: false }
  const load = vi.fn(async ({ after, limit }: Asked<unknown>) => {
    if (store.fails) throw new Error('no answer')
    const left = store.rows.filter((row) => after === undefined || row > (after as number))
    const rows = left.slice(0, limit)
    return { rows, next: left.length > limit ? rows.at(-1)! : null }
  })
  const count = vi.fn(async () => ({ count: store.rows.length, capped: false }))
  return { store, load, count }
}

const open = (input: Pick<ListInput, 'load' | 'count' | 'known'>, limit = 2, cursors: number[] = []) => {
  const clock = new SimulatedClock()
  const actor = createActor(listMachine, { input: { filter: {}, limit, cursors, ...input }, clock }).start()
  const reach = (state: 'loading' | 'shown' | 'settling' | 'failed') =>
    waitFor(actor, (snapshot) => snapshot.matches({ page: state })).then(({ context }) => context)
  return { actor, clock, reach, context: () => actor.getSnapshot().context }
}

test('a page that is known already is shown while it is loaded', async () => {
  const { load } = shelf(numbers(1, 5))
  const known = { rows: [1, 2], next: 2 }
  const { reach, context } = open({ load, known })
  expect(context()).toMatchObject(known)
  expect((await reach('shown')).rows).toBe(known.rows)
})

test('pages go forth by cursor and back by those already turned', async () => {
  const { load, count } = shelf(numbers(1, 5))
  const { actor, reach } = open({ load, count })
  expect(await reach('shown')).toMatchObject({ rows: [1, 2], next: 2, cursors: [] })

  actor.send({ type: 'nextPage' })
  expect(await reach('shown')).toMatchObject({ rows: [3, 4], next: 4, cursors: [2] })
  actor.send({ type: 'nextPage' })
  expect(await reach('shown')).toMatchObject({ rows: [5], next: null, cursors: [2, 4] })
  actor.send({ type: 'nextPage' })
  expect(load).toHaveBeenCalledTimes(3)

  actor.send({ type: 'previousPage' })
  expect(await reach('shown')).toMatchObject({ rows: [3, 4], cursors: [2] })
  actor.send({ type: 'previousPage' })
  expect(await reach('shown')).toMatchObject({ rows: [1, 2], cursors: [] })
  actor.send({ type: 'previousPage' })
  expect(actor.getSnapshot().matches({ page: 'shown' })).toBe(true)
  expect(count).toHaveBeenCalledTimes(1)
})

test('a change refetches and keeps the rows meanwhile; many changes at once are one refetch', async () => {
  const { store, load, count } = shelf([1, 2])
  const { actor, clock, reach, context } = open({ load, count })
  await reach('shown')
  await expect.poll(() => context().total).toEqual({ count: 2, capped: false })

  store.rows = [2]
  for (const _ of numbers(1, 20)) actor.send({ type: 'changed' })
  clock.increment(150)
  expect(actor.getSnapshot().matches({ page: 'loading' })).toBe(true)
  expect(context().rows).toEqual([1, 2])
  expect((await reach('shown')).rows).toEqual([2])
  expect(load).toHaveBeenCalledTimes(2)

  expect(count).toHaveBeenCalledTimes(1)
  clock.increment(2_000)
  await expect.poll(() => context().total).toEqual({ count: 1, capped: false })
})

test('a change while a page is on its way fetches once more', async () => {
  const { store, load } = shelf([1])
  const { actor, clock, reach } = open({ load })
  store.rows = [1, 2]
  actor.send({ type: 'changed' })
  await reach('settling')
  clock.increment(150)
  expect((await reach('shown')).rows).toEqual([1, 2])
  expect(load).toHaveBeenCalledTimes(2)
})

test('a change while it is being counted shows the count at once, and counts once more a little later', async () => {
  const { store, load, count } = shelf([1])
  const { actor, clock, context } = open({
    load,
    count: () => {
      if (count.mock.calls.length === 0) queueMicrotask(() => actor.send({ type: 'changed' }))
      return count()
    },
  })
  await expect.poll(() => context().total).toEqual({ count: 1, capped: false })
  store.rows = [1, 2]
  clock.increment(2_000)
  await expect.poll(() => context().total).toEqual({ count: 2, capped: false })
  expect(count).toHaveBeenCalledTimes(2)
})

const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }))

test('what has not changed stays the row it was, and a page without changes the page it was', async () => {
  const pages = [rowsOf(1, 2), rowsOf(1, 3), rowsOf(1, 3)]
  const { actor, reach } = open({ load: async () => ({ rows: pages.shift()!, next: null }) })
  const { rows: first } = await reach('shown')
  actor.send({ type: 'revisited' })
  const { rows: second } = await reach('shown')
  expect(second).toEqual(rowsOf(1, 3))
  expect(second![0]).toBe(first![0])
  actor.send({ type: 'revisited' })
  expect((await reach('shown')).rows).toBe(second)
  expect(pages).toEqual([])
})

test('rows come before their count, which is not asked for while there are none', async () => {
  const { store, load, count } = shelf([1])
  store.fails = true
  const { actor, reach, context } = open({ load, count })
  await reach('failed')
  expect(count).not.toHaveBeenCalled()
  store.fails = false
  actor.send({ type: 'retried' })
  await expect.poll(() => context().total).toEqual({ count: 1, capped: false })
})

test('another filter starts over on the first page, the same one does nothing', async () => {
  const { load, count } = shelf(numbers(1, 5))
  const { actor, reach, context } = open({ load, count })
  await reach('shown')
  actor.send({ type: 'nextPage' })
  await reach('shown')

  actor.send({ type: 'filtered', filter: {}, limit: 2 })
  expect(actor.getSnapshot().matches({ page: 'shown' })).toBe(true)

  actor.send({ type: 'filtered', filter: { app: 'kasbon' }, limit: 2 })
  expect(context()).toMatchObject({ rows: null, cursors: [], total: null })
  expect(await reach('shown')).toMatchObject({ rows: [1, 2], cursors: [] })
  expect(load).toHaveBeenLastCalledWith({ filter: { app: 'kasbon' }, limit: 2, after: undefined }, expect.anything())
  expect(count).toHaveBeenCalledTimes(2)
})

test('another page size starts over on the first page, and what was counted stays', async () => {
  const { load, count } = shelf(numbers(1, 5))
  const { actor, reach, context } = open({ load, count })
  await reach('shown')
  await expect.poll(() => context().total).toEqual({ count: 5, capped: false })
  actor.send({ type: 'nextPage' })
  await reach('shown')

  actor.send({ type: 'filtered', filter: {}, limit: 4 })
  expect(await reach('shown')).toMatchObject({ rows: [1, 2, 3, 4], cursors: [], total: { count: 5, capped: false } })
  expect(count).toHaveBeenCalledTimes(1)
})

test('another order starts over on the first page, and what was counted stays', async () => {
  const { load, count } = shelf(numbers(1, 5))
  const { actor, reach, context } = open({ load, count })
  await reach('shown')
  await expect.poll(() => context().total).toEqual({ count: 5, capped: false })
  actor.send({ type: 'nextPage' })
  await reach('shown')

  actor.send({ type: 'filtered', filter: {}, sort: '-at', limit: 2 })
  expect(context().rows).toBeNull()
  expect(await reach('shown')).toMatchObject({ cursors: [], total: { count: 5, capped: false } })
  expect(load).toHaveBeenLastCalledWith({ filter: {}, sort: '-at', limit: 2, after: undefined }, expect.anything())
  expect(count).toHaveBeenCalledTimes(1)
})

test('a list that is in sight again refetches its page and its count, and keeps its rows meanwhile', async () => {
  const { store, load, count } = shelf(numbers(1, 5))
  const { actor, reach, context } = open({ load, count })
  await reach('shown')
  actor.send({ type: 'nextPage' })
  await reach('shown')
  await expect.poll(() => context().total).toEqual({ count: 5, capped: false })

  store.rows = [1, 2, 4]
  actor.send({ type: 'revisited' })
  expect(context()).toMatchObject({ rows: [3, 4], cursors: [2], total: { count: 5, capped: false } })
  expect(await reach('shown')).toMatchObject({ rows: [4], cursors: [2] })
  await expect.poll(() => context().total).toEqual({ count: 3, capped: false })
})

test('a list that failed is tried again when it is in sight again', async () => {
  const { store, load } = shelf([1])
  store.fails = true
  const { actor, reach } = open({ load })
  await reach('failed')
  store.fails = false
  actor.send({ type: 'revisited' })
  expect(await reach('shown')).toMatchObject({ rows: [1], error: null })
})

test.each(['changed', 'revisited'] as const)('what is %s while it loads is loaded once more', async (type) => {
  const pages = [rowsOf(1), rowsOf(1, 2)]
  const { actor, clock, reach } = open({ load: async () => ({ rows: pages.shift()!, next: null }) })
  actor.send({ type })
  await reach('settling')
  clock.increment(150)
  expect((await reach('shown')).rows).toEqual(rowsOf(1, 2))
  expect(pages).toEqual([])
})

test('a change that came while a try failed is another try; why it failed is known until one does not', async () => {
  const { store, load } = shelf([1])
  const { actor, clock, reach, context } = open({ load })
  await reach('shown')
  store.fails = true
  actor.send({ type: 'revisited' })
  actor.send({ type: 'changed' })
  await reach('settling')
  clock.increment(150)
  await reach('failed')
  store.fails = false
  actor.send({ type: 'changed' })
  clock.increment(150)
  expect(context().error).toEqual(new Error('no answer'))
  expect(await reach('shown')).toMatchObject({ rows: [1], error: null })
})

test('whoever asks for it gets the whole count, for as long as the filter stays', async () => {
  const { load } = shelf([1])
  const count = vi.fn(async (_filter: unknown, exact: boolean) =>
    exact ? { count: 123_456, capped: false } : { count: 10_000, capped: true },
  )
  const { actor, clock, context } = open({ load, count })
  await expect.poll(() => context().total?.capped).toBe(true)
  actor.send({ type: 'exactAsked' })
  expect(context().total).toEqual({ count: 10_000, capped: true })
  await expect.poll(() => context().total).toEqual({ count: 123_456, capped: false })

  actor.send({ type: 'changed' })
  clock.increment(59_999)
  expect(count).toHaveBeenCalledTimes(2)
  clock.increment(1)
  expect(count).toHaveBeenLastCalledWith({}, true, expect.anything())

  actor.send({ type: 'filtered', filter: { app: 'DK' }, limit: 2 })
  await expect.poll(() => context().total).toEqual({ count: 10_000, capped: true })
})

test('beyond what is counted, changes are counted anew once a minute', async () => {
  const { load } = shelf([1])
  const count = vi.fn(async () => ({ count: 10_000, capped: true }))
  const { actor, clock, reach, context } = open({ load, count })
  await reach('shown')
  await expect.poll(() => context().total?.capped).toBe(true)
  actor.send({ type: 'changed' })
  clock.increment(59_999)
  expect(count).toHaveBeenCalledTimes(1)
  clock.increment(1)
  expect(count).toHaveBeenCalledTimes(2)
})

test('a page whose last rows have gone is left for the one before', async () => {
  const { store, load } = shelf(numbers(1, 3))
  const { actor, clock, reach } = open({ load })
  await reach('shown')
  actor.send({ type: 'nextPage' })
  await reach('shown')
  store.rows = [1, 2]
  actor.send({ type: 'changed' })
  clock.increment(150)
  expect(await reach('shown')).toMatchObject({ rows: [1, 2], cursors: [] })
})

test('a failure is told, keeps the rows, and is over after a retry', async () => {
  const { store, load } = shelf([1])
  const { actor, clock, reach } = open({ load })
  await reach('shown')
  store.fails = true
  actor.send({ type: 'changed' })
  clock.increment(150)
  expect(await reach('failed')).toMatchObject({ rows: [1], error: new Error('no answer') })

  store.fails = false
  actor.send({ type: 'retried' })
  expect(await reach('shown')).toMatchObject({ rows: [1], error: null })
})

test('a list begins at the page that it is told of, goes to another one with its rows in place, and back when that is none', async () => {
  const { load, count } = shelf(numbers(1, 5))
  const { actor, reach, context } = open({ load, count }, 2, [2, 4])
  expect(await reach('shown')).toMatchObject({ rows: [5], cursors: [2, 4] })

  actor.send({ type: 'filtered', filter: {}, limit: 2, cursors: [2, 4] })
  expect(actor.getSnapshot().matches({ page: 'shown' })).toBe(true)
  actor.send({ type: 'filtered', filter: {}, limit: 2, cursors: [2] })
  expect(context()).toMatchObject({ rows: [5], cursors: [2] })
  expect(await reach('shown')).toMatchObject({ rows: [3, 4] })

  actor.send({ type: 'filtered', filter: {}, limit: 2, cursors: [2, 9] })
  expect(await reach('shown')).toMatchObject({ rows: [3, 4], cursors: [2] })
  expect(count).toHaveBeenCalledTimes(1)
})
