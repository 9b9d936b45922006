import { assign, setup, type SnapshotFrom } from 'xstate'
import { findRoute, to, titleOf } from './paths.ts'
import { publicRoutes } from './routes.ts'

/** A visited page: its pathname, unique among the tabs, and its last query. */
export type Visited = { path: string; search: string }

export type Tab = Visited & {
  /** A locale key. */
  title: string | undefined
  /** The name of the page's record, once the page knows it. */
  name?: string
  /** Increases when the page must be created again. */
  drawn: number
}

type TabsContext = {
  visitedViews: readonly Tab[]
  active: string | undefined
  /** The pages that keep their state, the latest last. */
  mounted: readonly string[]
  most: number
  /** A page that is about to be opened: rendered behind the others, so that it appears at once. */
  ahead: Tab | undefined
}

type TabsEvent =
  /** A person logged in; these tabs were open before the page loaded. */
  | { type: 'restored'; tabs: readonly Visited[] }
  | ({ type: 'awaited' | 'visited' } & Visited)
  /** A page says what its record is called. */
  | { type: 'named'; path: string; name: string }
  /** The page rendered ahead is no longer wanted. */
  | { type: 'forgone' }
  | { type: 'refreshed' | 'closed' | 'othersClosed'; path: string }
  | { type: 'allClosed' }
  /** The person may no longer open these pages. */
  | { type: 'barred'; paths: readonly string[] }

const routeOf = (path: string) => findRoute(path)?.route
const isPublic = (name: string) => publicRoutes.some((route) => route.name === name)

const tabOf = ({ path, search }: Visited): Tab => {
  const route = routeOf(path)
  return { path, search, title: route && titleOf(route), drawn: 0 }
}

const pathOf = (tab: Visited | undefined) => (tab ? tab.path + tab.search : to.root())

/**
 * The strip of visited pages and which of them stay mounted. The least recently seen beyond `most` are created again
 * from their URL.
 */
export const tabsMachine = setup({
  types: { context: {} as TabsContext, events: {} as TabsEvent, input: {} as { most: number } },
  actions: {
    restore: assign((_, tabs: readonly Visited[]) => ({ visitedViews: tabs.map(tabOf) })),
    // Never what is drawn already, which may not say yet what this one will.
    drawAhead: assign(({ context }, awaited: Visited) => {
      const { drawn } = drawnAt(context, awaited.path) ?? tabOf(awaited)
      return { ahead: { ...tabOf(awaited), drawn: drawn + 1 } }
    }),
    dropAhead: assign({ ahead: undefined }),
    show: assign(({ context }, visited: Visited) => {
      const { visitedViews, mounted, most, ahead } = context
      const { path, search } = visited
      const tab = ahead?.path === path && ahead.search === search ? ahead : (tabAt(context, path) ?? tabOf(visited))
      return {
        visitedViews: withTab(visitedViews, { ...tab, search }),
        active: path,
        mounted: [...cached(mounted).filter((one) => one !== path), path].slice(-most),
        ahead: undefined,
      }
    }),
    // A page that is rendered ahead has no tab yet.
    name: assign(({ context: { visitedViews, ahead } }, { path, name }: { path: string; name: string }) => {
      const named = (tab: Tab) => (tab.path === path ? { ...tab, name } : tab)
      return { visitedViews: visitedViews.map(named), ahead: ahead && named(ahead) }
    }),
    showNone: assign(({ context }) => ({ active: undefined, mounted: cached(context.mounted), ahead: undefined })),
    redraw: assign(({ context }, path: string) => ({
      visitedViews: context.visitedViews.map((tab) => (tab.path === path ? { ...tab, drawn: tab.drawn + 1 } : tab)),
    })),
    drop: assign(({ context }, path: string) => only(context, (one) => one !== path)),
    dropBarred: assign(({ context }, paths: readonly string[]) => only(context, (one) => !paths.includes(one))),
    keepOnly: assign(({ context }, path: string) => only(context, (one) => one === path)),
    dropAll: assign(({ context }) => only(context, () => false)),
    remember: () => {},
    go: (_, _path: string) => {},
  },
  guards: {
    hasTab: (_, path: string) => {
      const route = routeOf(path)
      return route !== undefined && !isPublic(route.name)
    },
    isMounted: ({ context }, path: string) => context.mounted.includes(path),
    isActive: ({ context }, path: string) => context.active === path,
    isActiveAmong: ({ context }, paths: readonly string[]) => paths.some((path) => context.active === path),
  },
}).createMachine({
  id: 'tabs',
  context: ({ input: { most } }) => ({ visitedViews: [], active: undefined, mounted: [], most, ahead: undefined }),
  initial: 'closed',
  states: {
    // Nobody is logged in.
    closed: {
      on: { restored: { target: 'open', actions: { type: 'restore', params: ({ event }) => event.tabs } } },
    },

    open: {
      on: {
        awaited: [
          { guard: { type: 'isMounted', params: ({ event }) => event.path } },
          {
            guard: { type: 'hasTab', params: ({ event }) => event.path },
            actions: { type: 'drawAhead', params: ({ event }) => event },
          },
        ],

        named: { actions: { type: 'name', params: ({ event }) => event } },

        forgone: { actions: 'dropAhead' },

        visited: [
          {
            guard: { type: 'hasTab', params: ({ event }) => event.path },
            actions: [{ type: 'show', params: ({ event }) => event }, 'remember'],
          },
          { actions: 'showNone' },
        ],

        refreshed: {
          actions: [
            { type: 'redraw', params: ({ event }) => event.path },
            { type: 'go', params: ({ context, event }) => pathOf(tabAt(context, event.path)) },
          ],
        },

        closed: [
          {
            guard: { type: 'isActive', params: ({ event }) => event.path },
            actions: [
              { type: 'drop', params: ({ event }) => event.path },
              'remember',
              { type: 'go', params: ({ context }) => pathOf(context.visitedViews.at(-1)) },
            ],
          },
          {
            actions: [{ type: 'drop', params: ({ event }) => event.path }, 'remember'],
          },
        ],

        barred: [
          {
            guard: { type: 'isActiveAmong', params: ({ event }) => event.paths },
            actions: [
              { type: 'dropBarred', params: ({ event }) => event.paths },
              'remember',
              { type: 'go', params: ({ context }) => pathOf(context.visitedViews.at(-1)) },
            ],
          },
          { actions: [{ type: 'dropBarred', params: ({ event }) => event.paths }, 'remember'] },
        ],

        othersClosed: {
          actions: [
            { type: 'keepOnly', params: ({ event }) => event.path },
            'remember',
            { type: 'go', params: ({ context }) => pathOf(context.visitedViews[0]) },
          ],
        },

        allClosed: {
          actions: ['dropAll', 'remember', { type: 'go', params: () => to.root() }],
        },
      },
    },
  },
})

/** The pages that stay mounted when another page is shown. */
const cached = (paths: readonly string[]) => paths.filter((path) => !routeOf(path)?.noCache)
const only = ({ visitedViews, active, mounted }: TabsContext, isKept: (path: string) => boolean) => ({
  visitedViews: visitedViews.filter(({ path }) => isKept(path)),
  mounted: mounted.filter(isKept),
  active: active !== undefined && isKept(active) ? active : undefined,
  ahead: undefined,
})

const tabAt = ({ visitedViews }: TabsContext, path: string) => visitedViews.find((tab) => tab.path === path)

const drawnAt = (context: TabsContext, path: string) =>
  context.ahead?.path === path ? context.ahead : tabAt(context, path)

const withTab = (tabs: readonly Tab[], tab: Tab) =>
  tabs.some(({ path }) => path === tab.path) ? tabs.map((one) => (one.path === tab.path ? tab : one)) : [...tabs, tab]

/** The rendered pages, in the strip's order. */
export const drawnOf = ({ visitedViews, mounted, ahead }: TabsContext): readonly Tab[] =>
  (ahead ? withTab(visitedViews, ahead) : visitedViews).filter((tab) => tab === ahead || mounted.includes(tab.path))

/**
 * The strip's state in the specification's form: the visited pages, and the names of the routes whose pages are cached.
 */
export const tabsOf = ({ context: { visitedViews, mounted } }: SnapshotFrom<typeof tabsMachine>) => ({
  visitedViews: visitedViews.map(({ path, title }) => ({ path, title })),
  cachedViews: [...new Set(cached(mounted).map((path) => routeOf(path)!.name))],
})
