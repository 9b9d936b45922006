import { entrances, findRoute, joinPath, leavesOf, titleOf, to } from './paths.ts'
import { allRoutes, constantRoutes, controlledRoutes } from './routes.ts'
import type { Route } from './routes.ts'

export type MenuItem = {
  name: string
  title: string | undefined
  icon: string | undefined
  path: string
  external?: true
  children?: MenuItem[]
}

const isAdmin = (roles: readonly string[]) => roles.includes('admin')

const withinRoles = (route: Route, roles: readonly string[]) =>
  !route.roles || route.roles.some((role) => roles.includes(role))

/** The permission-controlled routes that a person's `roles` (names of roles and of routes) permit. */
export const permittedRoutes = (routes: readonly Route[], roles: readonly string[]): readonly Route[] =>
  isAdmin(roles) ? routes : routes.flatMap((route) => permitted(route, roles))

const permitted = (route: Route, roles: readonly string[]): readonly Route[] => {
  if (!withinRoles(route, roles)) return []
  if (!route.children) return roles.includes(route.name) ? [route] : []
  const children = permittedRoutes(route.children, roles)
  return children.length > 0 ? [{ ...route, children }] : []
}

/**
 * Every route that a person can open: the constant routes that their roles do not exclude or that they were granted by
 * name, then the permitted routes.
 */
export const routesFor = (routes: readonly Route[], roles: readonly string[]): readonly Route[] => [
  ...constantRoutes.filter((route) => withinRoles(route, roles) || roles.includes(route.name)),
  ...permittedRoutes(routes, roles),
]

/** Tells which pathnames have a screen that these roles may open. */
export const openFor = (roles: readonly string[]): ((pathname: string) => boolean) => {
  const routes = routesFor(controlledRoutes, roles)
  return (pathname) => findRoute(pathname, routes) !== undefined
}

/** Whether the pathname has a screen that these roles may open. */
export const mayOpen = (pathname: string, roles: readonly string[]): boolean => openFor(roles)(pathname)

/** The landing page: the dashboard if it is permitted, else the first screen of the menu, else /401. */
export const firstPermitted = (routes: readonly Route[], roles: readonly string[]) =>
  entrances(routesFor(routes, roles))[0]?.path ?? to.unauthorized()

/** Where the path of a parent, which has no screen, leads: its first permitted screen, or /401. Undefined for others. */
export const firstBelow = (pathname: string, roles: readonly string[]): string | undefined => {
  const below = (routes: readonly Route[]) =>
    entrances(routes).find(({ path }) => path.startsWith(`${pathname}/`))?.path
  return below(routesFor(controlledRoutes, roles)) ?? (below(allRoutes) && to.unauthorized())
}

/**
 * The names that the server returns for granted names: the names themselves, and the hidden details that their lists
 * lead to.
 */
export const withDetails = (names: readonly string[]): string[] => {
  const details = leavesOf(allRoutes).filter(({ route }) => route.with?.some((list) => names.includes(list)))
  return [...new Set([...names, ...details.map(({ route }) => route.name)])]
}

/** The sidebar without hidden routes and empty parents. A parent's only visible child replaces the parent. */
export const menu = (routes: readonly Route[], base = ''): MenuItem[] =>
  routes
    .filter((route) => !route.hidden)
    .flatMap((route) => {
      const path = joinPath(base, route.path)
      const item = { name: route.name, title: titleOf(route), icon: route.icon, path }
      if (!route.children) return [{ ...item, ...(route.external && { external: true as const }) }]
      const children = menu(route.children, path)
      const [first, ...others] = children
      if (!first) return []
      return others.length > 0 ? [{ ...item, children }] : [{ ...first, icon: first.icon ?? route.icon }]
    })
