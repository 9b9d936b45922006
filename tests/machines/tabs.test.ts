import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { to } from '../../src/machines/paths.ts'
import { drawnOf, tabsMachine, tabsOf, type Visited } from '../../src/machines/tabs.ts'

const first = to.reviewFirstWait()
const passed = to.reviewFirstPass()
const roles = to.role()
const order = (orderNo: string) => to.approveDetail({ orderNo })

/** A tab strip whose `remember` and `go` actions are recorded. */
const strip = ({ restored = [], most = 12 }: { restored?: Visited[]; most?: number } = {}) => {
  const done: string[] = []
  const actor = createActor(
    tabsMachine.provide({
      actions: { remember: () => done.push('remembered'), go: (_, path) => done.push(`to ${path}`) },
    }),
    { input: { most } },
  ).start()
  actor.send({ type: 'restored', tabs: restored })
  return {
    done,
    send: actor.send.bind(actor),
    visits: (...paths: string[]) => {
      for (const path of paths) {
        const [pathname = '', search] = path.split('?')
        actor.send({ type: 'visited', path: pathname, search: search ? `?${search}` : '' })
      }
      done.length = 0
    },
    paths: () => actor.getSnapshot().context.visitedViews.map(({ path, search }) => path + search),
    names: () => actor.getSnapshot().context.visitedViews.map(({ name }) => name),
    active: () => actor.getSnapshot().context.active,
    mounted: () => actor.getSnapshot().context.mounted,
    drawn: () => actor.getSnapshot().context.visitedViews.map(({ drawn }) => drawn),
    behind: () => drawnOf(actor.getSnapshot().context).map(({ path, search, drawn }) => `${path}${search} ${drawn}`),
    state: () => tabsOf(actor.getSnapshot()),
  }
}

describe('a page that is visited', () => {
  test('has a tab, with its title, and is active', () => {
    const tabs = strip()
    tabs.visits(first, roles)
    expect(tabs.state()).toEqual({
      visitedViews: [
        { path: first, title: 'routes:reviewFirstWait' },
        { path: roles, title: 'routes:role' },
      ],
      cachedViews: ['reviewFirstWait', 'role'],
    })
    expect(tabs.active()).toBe(roles)
  })

  test('has one tab, however often and with whatever query it is visited', () => {
    const tabs = strip()
    tabs.visits(first, roles, `${first}?app=2`)
    expect(tabs.paths()).toEqual([`${first}?app=2`, roles])
    expect(tabs.active()).toBe(first)
  })

  test('of one kind but of another record has a tab of its own', () => {
    const tabs = strip()
    tabs.visits(order('LK1'), order('LK2'))
    expect(tabs.paths()).toEqual([order('LK1'), order('LK2')])
    expect(tabs.state().cachedViews).toEqual(['approveDetail'])
  })

  test.each([to.notFound(), to.unauthorized(), '/nowhere'])('at %s has none, and leaves none active', (path) => {
    const tabs = strip()
    tabs.visits(first, path)
    expect(tabs.paths()).toEqual([first])
    expect(tabs.active()).toBeUndefined()
    expect(tabs.mounted()).toEqual([first])
  })

  test('is titled by what its record is called, also when it said so before it was shown', () => {
    const tabs = strip()
    const names = () => tabs.names()
    tabs.visits(to.menu({ role_id: 3 }))
    tabs.send({ type: 'named', path: to.menu({ role_id: 3 }), name: 'support' })
    tabs.send({ type: 'named', path: to.menu({ role_id: 4 }), name: 'nobody sees it' })
    tabs.send({ type: 'awaited', path: to.menu({ role_id: 5 }), search: '' })
    tabs.send({ type: 'named', path: to.menu({ role_id: 5 }), name: 'finance' })
    expect(names()).toEqual(['support'])
    tabs.visits(to.menu({ role_id: 5 }), `${to.menu({ role_id: 3 })}?all=1`)
    expect(names()).toEqual(['support', 'finance'])
  })

  test('is remembered', () => {
    const tabs = strip()
    tabs.send({ type: 'visited', path: first, search: '' })
    expect(tabs.done).toEqual(['remembered'])
  })

  test('counts only once somebody is logged in', () => {
    const actor = createActor(tabsMachine, { input: { most: 12 } }).start()
    actor.send({ type: 'visited', path: first, search: '' })
    expect(tabsOf(actor.getSnapshot())).toEqual({ visitedViews: [], cachedViews: [] })
  })
})

describe('a page that is left', () => {
  test('stays mounted', () => {
    const tabs = strip()
    tabs.visits(first, roles)
    expect(tabs.mounted()).toEqual([first, roles])
  })

  test('of a route without a cache does not', () => {
    const tabs = strip()
    tabs.visits(to.dashboard())
    expect(tabs.mounted()).toEqual([to.dashboard()])
    tabs.visits(first)
    expect(tabs.mounted()).toEqual([first])
    expect(tabs.state().cachedViews).toEqual(['reviewFirstWait'])
    expect(tabs.paths()).toEqual([to.dashboard(), first])
  })

  test('longest ago gives way when there are too many', () => {
    const tabs = strip({ most: 2 })
    tabs.visits(first, passed, first, roles)
    expect(tabs.mounted()).toEqual([first, roles])
    expect(tabs.paths()).toEqual([first, passed, roles])
  })
})

describe('a page that is awaited', () => {
  test('is drawn behind the others, without a tab, and stays as it is drawn when it is visited', () => {
    const tabs = strip()
    tabs.visits(roles)
    tabs.send({ type: 'awaited', path: first, search: '?app=2' })
    expect(tabs.behind()).toEqual([`${roles} 0`, `${first}?app=2 1`])
    expect([tabs.paths(), tabs.active(), tabs.mounted()]).toEqual([[roles], roles, [roles]])
    tabs.visits(`${first}?app=2`)
    expect(tabs.behind()).toEqual([`${roles} 0`, `${first}?app=2 1`])
    expect([tabs.paths(), tabs.active()]).toEqual([[roles, `${first}?app=2`], first])
  })

  test('is made anew when it is visited with another query', () => {
    const tabs = strip()
    tabs.send({ type: 'awaited', path: first, search: '?app=2' })
    tabs.visits(first)
    expect(tabs.behind()).toEqual([`${first} 0`])
  })

  test('is made anew when it is awaited again', () => {
    const tabs = strip()
    tabs.send({ type: 'awaited', path: first, search: '' })
    tabs.send({ type: 'awaited', path: first, search: '' })
    expect(tabs.behind()).toEqual([`${first} 2`])
  })

  test('is in the place of its tab when it has one', () => {
    const tabs = strip({ most: 1 })
    tabs.visits(first, roles)
    tabs.send({ type: 'awaited', path: first, search: '?app=2' })
    expect(tabs.behind()).toEqual([`${first}?app=2 1`, `${roles} 0`])
    expect(tabs.paths()).toEqual([first, roles])
  })

  test('stays as it is when it is mounted already', () => {
    const tabs = strip()
    tabs.visits(first, roles)
    tabs.send({ type: 'awaited', path: first, search: '' })
    expect(tabs.behind()).toEqual([`${first} 0`, `${roles} 0`])
  })

  test.each([
    ['another page is visited', { type: 'visited', path: roles, search: '' }],
    ['a page without a tab is visited', { type: 'visited', path: to.notFound(), search: '' }],
    ['it may not be opened any more', { type: 'barred', paths: [first] }],
    ['all are closed', { type: 'allClosed' }],
    ['it is wanted no more', { type: 'forgone' }],
  ] as const)('is gone when %s', (_, event) => {
    const tabs = strip()
    tabs.send({ type: 'awaited', path: first, search: '' })
    tabs.send(event)
    expect(tabs.behind()).not.toContain(`${first} 1`)
  })

  test.each([to.notFound(), '/nowhere'])('is none at %s', (path) => {
    const tabs = strip()
    tabs.send({ type: 'awaited', path, search: '' })
    expect(tabs.behind()).toEqual([])
  })
})

describe('closing', () => {
  test('the active tab moves to the last that remains, as it was left', () => {
    const tabs = strip()
    tabs.visits(first, `${passed}?app=2`, roles, first)
    tabs.send({ type: 'closed', path: first })
    expect(tabs.paths()).toEqual([`${passed}?app=2`, roles])
    expect(tabs.done).toEqual(['remembered', `to ${roles}`])
    tabs.visits(roles)
    tabs.send({ type: 'closed', path: roles })
    expect(tabs.done).toEqual(['remembered', `to ${passed}?app=2`])
  })

  test('the only tab moves to the root', () => {
    const tabs = strip()
    tabs.visits(first)
    tabs.send({ type: 'closed', path: first })
    expect(tabs.paths()).toEqual([])
    expect(tabs.mounted()).toEqual([])
    expect(tabs.done).toEqual(['remembered', 'to /'])
  })

  test('another tab moves nowhere', () => {
    const tabs = strip()
    tabs.visits(first, roles)
    tabs.send({ type: 'closed', path: first })
    expect(tabs.active()).toBe(roles)
    expect(tabs.mounted()).toEqual([roles])
    expect(tabs.done).toEqual(['remembered'])
  })

  test('the others leaves one, and shows it', () => {
    const tabs = strip()
    tabs.visits(first, `${passed}?app=2`, roles)
    tabs.send({ type: 'othersClosed', path: passed })
    expect(tabs.paths()).toEqual([`${passed}?app=2`])
    expect(tabs.done).toEqual(['remembered', `to ${passed}?app=2`])
  })

  test('all leaves none, and moves to the root', () => {
    const tabs = strip()
    tabs.visits(first, roles)
    tabs.send({ type: 'allClosed' })
    expect(tabs.paths()).toEqual([])
    expect(tabs.done).toEqual(['remembered', 'to /'])
  })
})

test('refreshing makes one page anew, and shows it', () => {
  const tabs = strip()
  tabs.visits(first, roles)
  tabs.send({ type: 'refreshed', path: first })
  expect(tabs.drawn()).toEqual([1, 0])
  expect(tabs.done).toEqual([`to ${first}`])
})

test('restored tabs are there from the beginning, and mounted when they are visited', () => {
  const tabs = strip({ restored: [{ path: first, search: '?app=2' }] })
  expect(tabs.paths()).toEqual([`${first}?app=2`])
  expect(tabs.mounted()).toEqual([])
  tabs.visits(roles, `${first}?app=2`)
  expect(tabs.paths()).toEqual([`${first}?app=2`, roles])
  expect(tabs.mounted()).toEqual([roles, first])
})

describe('pages that may not be opened any more', () => {
  test('lose their tabs, and whoever was on one goes to the last that is left', () => {
    const tabs = strip()
    tabs.visits(first, roles, passed)
    tabs.send({ type: 'barred', paths: [passed, first] })
    expect(tabs.paths()).toEqual([roles])
    expect(tabs.mounted()).toEqual([roles])
    expect(tabs.done).toEqual(['remembered', `to ${roles}`])
  })

  test('go without a step when none of them is in sight', () => {
    const tabs = strip()
    tabs.visits(first, roles)
    tabs.send({ type: 'barred', paths: [first] })
    expect(tabs.paths()).toEqual([roles])
    expect(tabs.active()).toBe(roles)
    expect(tabs.done).toEqual(['remembered'])
  })

  test('are all, and then the way leads home', () => {
    const tabs = strip()
    tabs.visits(roles)
    tabs.send({ type: 'barred', paths: [roles] })
    expect(tabs.done).toEqual(['remembered', `to ${to.root()}`])
  })
})
