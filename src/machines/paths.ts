import { allRoutes, publicRoutes } from './routes.ts'
import type { Route, RouteType } from './routes.ts'

type Join<Base extends string, Path extends string> = Path extends `/${string}` ? Path : `${Base}/${Path}`

type LeafIn<R extends Route, Base extends string = ''> = R extends { children: readonly (infer Child extends Route)[] }
  ? LeafIn<Child, Join<Base, R['path']>>
  : { name: R['name']; path: Join<Base, R['path']> }

type NameIn<R extends Route> =
  | R['name']
  | (R extends { children: readonly (infer Child extends Route)[] } ? NameIn<Child> : never)

type ParamIn<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? ParamIn<Head> | ParamIn<Tail>
  : Path extends `:${infer Param}`
    ? Param
    : never

type ScreenLeaf = LeafIn<(typeof allRoutes)[number]>
type Params<Path extends string> = { [P in ParamIn<Path>]: P extends 'type' ? RouteType : string | number }

type PathBuilders = {
  [L in ScreenLeaf as L['name']]: ParamIn<L['path']> extends never
    ? () => string
    : (params: Params<L['path']>) => string
}

export type RouteName = NameIn<(typeof allRoutes)[number]>
export type ScreenName = ScreenLeaf['name']

export type Leaf = { route: Route; path: string; ancestors: readonly Route[] }
export type FoundRoute = Leaf & { params: Readonly<Record<string, string>> }
export type Crumb = { name: string; title: string; path?: string }

export const joinPath = (base: string, path: string) => (/^(\/|\w+:)/.test(path) ? path : `${base}/${path}`)

export const titleOf = (route: Route) => (route.untitled ? undefined : `routes:${route.name}`)

const leavesIn = (routes: readonly Route[], base = '', ancestors: readonly Route[] = []): Leaf[] =>
  routes.flatMap((route) => {
    const path = joinPath(base, route.path)
    if (route.children) return leavesIn(route.children, path, [...ancestors, route])
    return route.external ? [] : [{ route, path, ancestors }]
  })

const leaves = new WeakMap<readonly Route[], readonly Leaf[]>()

/**
 * The routes that have a screen, each with its full path in React Router's form. Cached, because each step asks several
 * times.
 */
export const leavesOf = (routes: readonly Route[]): readonly Leaf[] => {
  const known = leaves.get(routes) ?? leavesIn(routes)
  leaves.set(routes, known)
  return known
}

/** The screens that need no parameters and are in the menu. */
export const entrances = (routes: readonly Route[]) =>
  leavesOf(routes).filter(
    ({ route, path, ancestors }) => !path.includes(':') && ![route, ...ancestors].some(({ hidden }) => hidden),
  )

const fill = (path: string, params: Partial<Record<string, string | number>> = {}) =>
  path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ''))

/** Path builders: `to.approveDetail({ orderNo })` → `/approve/detail/…`, values percent-encoded. */
export const to = Object.fromEntries(
  leavesOf(allRoutes).map(({ route, path }) => [route.name, (params: never) => fill(path, params)]),
) as PathBuilders

const shapes = new Map<string, RegExp>()
const shapeOf = (pattern: string) => {
  const shape = shapes.get(pattern) ?? new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  shapes.set(pattern, shape)
  return shape
}

const paramsOf = (pattern: string, pathname: string): Record<string, string> | undefined => {
  const found = shapeOf(pattern).exec(pathname)
  if (!found) return undefined
  try {
    const values = Object.entries(found.groups ?? {})
    return Object.fromEntries(values.map(([param, value]) => [param, decodeURIComponent(value)]))
  } catch {
    return undefined // badly encoded
  }
}

/** The screen at a pathname (no query, no hash), its decoded parameters and its ancestors from the top. */
export const findRoute = (pathname: string, routes: readonly Route[] = allRoutes): FoundRoute | undefined => {
  const plain = pathname.replace(/([^/])\/$/, '$1')
  for (const leaf of leavesOf(routes)) {
    const params = paramsOf(leaf.path, plain)
    if (params) return { ...leaf, params }
  }
  return undefined
}

/** The breadcrumb of a pathname. An ancestor has no screen of its own, so it links to its first one in `routes`. */
export const breadcrumb = (pathname: string, routes: readonly Route[] = allRoutes): Crumb[] => {
  const found = findRoute(pathname, routes)
  if (!found) return []
  return [...found.ancestors, found.route].flatMap((route) => {
    const title = titleOf(route)
    const path = entrances(routes).find(({ ancestors }) => ancestors.includes(route))?.path
    return title ? [{ name: route.name, title, ...(path && { path }) }] : []
  })
}

// Plain segments only: no encoding, no empty or dotted segment. Query and hash: printable ASCII without a backslash.
const plainPath = /^(\/|(?:\/[\w~-][\w.~-]*)+)(?:[?#][\x21-\x5b\x5d-\x7e]*)?$/

/** Whether a `redirect` may be followed after a login: a screen inside this console, never another site. */
export const isKnownPath = (redirect: unknown): redirect is string => {
  const pathname = typeof redirect === 'string' ? plainPath.exec(redirect)?.[1] : undefined
  const found = pathname && findRoute(pathname)
  return Boolean(found && !publicRoutes.some(({ name }) => name === found.route.name))
}

/** Every route's name, parents included. */
export const allNames: readonly string[] = namesOf(allRoutes)

function namesOf(routes: readonly Route[]): string[] {
  return routes.flatMap((route) => [route.name, ...namesOf(route.children ?? [])])
}
