import type { i18n as I18n } from 'i18next'
import { createElement } from 'react'
import { type DataRouter, redirect, replace, type RouteObject, useLoaderData, useMatches } from 'react-router-dom'
import { waitFor } from 'xstate'
import { findRoute, isKnownPath, type Leaf, leavesOf, to } from '../machines/paths.ts'
import { firstBelow, firstPermitted, routesFor } from '../machines/permissions.ts'
import { allRoutes, controlledRoutes, publicRoutes } from '../machines/routes.ts'
import type { Account } from '../machines/session.ts'
import { loadFramed } from './i18n.ts'
import { allScreens } from './screens.ts'
import { Login } from './session/Login.tsx'
import type { App } from './shared/app.ts'
import { withoutSecrets } from './shared/secrets.ts'
import { Trouble } from './shell/Trouble.tsx'

/** The screens inside the frame: all except those without a session and the root, which only redirects. */
export const framed = leavesOf(allRoutes).filter(({ route }) => !route.open && route.name !== 'root')

/** React Router's routes: a loader first decides who may enter, and only then fetches the screen. */
export const createRoutes = ({ session, tabs, client }: App, i18n: I18n): RouteObject[] => {
  const whoever = async (): Promise<Account | undefined> => {
    const settled = await waitFor(session, (snapshot) => !isUnderWay(snapshot.value))
    return settled.matches('active') ? settled.context : undefined
  }

  const admit = async (request: Request): Promise<Account> => {
    const { pathname, search } = new URL(request.url)
    const clean = withoutSecrets(search)
    // A path that starts with two slashes would redirect to another host. One with a trailing slash would be a second
    // tab.
    const path = `/${pathname.replaceAll(/^\/+|\/+$/g, '')}`
    if (clean !== search || path !== pathname) throw replace(path + clean)
    const account = await whoever()
    if (!account) throw redirect(loginPath(request))
    return account
  }

  const screenRoute = (leaf: Leaf): RouteObject => ({
    path: leaf.path,
    caseSensitive: true,
    loader: async ({ request }) => {
      const account = await admit(request)
      if (!mayOpen(leaf, account)) throw redirect(to.unauthorized())
      const { pathname, searchParams } = new URL(request.url)
      // React Router accepts a badly encoded parameter as it is.
      if (!findRoute(pathname)) throw redirect(to.notFound())
      const screen = await allScreens.load(leaf.route.name)
      if (!isMounted(tabs, pathname)) await Promise.race([screen.prefetch?.(client, account, searchParams), moment()])
      return null
    },
    // Every other screen is a page of the tab strip, which keeps it mounted while another is shown.
    Component: isPublic(leaf) ? Untabbed : null,
    ErrorBoundary: Trouble,
    handle: leaf.route.name,
  })

  const fetchFrame = async () => (await Promise.all([importFrame(), loadFramed(i18n)]))[0]

  // Fetches the frame while the server still answers the login.
  const fetchAhead = ({ value }: { value: unknown }) => {
    if (isUnderWay(value)) fetchFrame().catch(() => {})
  }
  session.subscribe(fetchAhead)
  fetchAhead(session.getSnapshot())

  return [
    {
      HydrateFallback: Starting,
      ErrorBoundary: Trouble,
      children: [
        {
          path: to.login(),
          caseSensitive: true,
          loader: async ({ request }) => {
            const account = await whoever()
            return account ? redirect(wanted(request, account)) : null
          },
          Component: Login,
        },
        {
          path: to.setPassword(),
          caseSensitive: true,
          lazy: async () => ({ Component: (await import('./session/SetPassword.tsx')).SetPassword }),
        },
        {
          path: to.optOut(),
          caseSensitive: true,
          lazy: async () => ({ Component: (await import('./contact/OptOut.tsx')).OptOut }),
        },
        {
          path: to.authRedirect(),
          caseSensitive: true,
          loader: async ({ request }) => redirect(wanted(request, await whoever())),
          Component: Starting,
        },
        {
          path: to.root(),
          loader: async ({ request }) => {
            await admit(request)
            return fetchFrame()
          },
          Component: Frame,
          children: [
            {
              index: true,
              loader: async ({ request }) => redirect(firstPermitted(controlledRoutes, (await admit(request)).roles)),
              Component: Starting,
            },
            ...framed.map(screenRoute),
            {
              path: '*',
              loader: async ({ request }) => {
                const { roles } = await admit(request)
                return redirect(firstBelow(new URL(request.url).pathname, roles) ?? to.notFound())
              },
              Component: Starting,
            },
          ],
        },
      ],
    },
  ]
}

/** Reports every page that is shown to the tab strip. */
export const followPages = (router: DataRouter, { tabs }: Pick<App, 'tabs'>) =>
  router.subscribe(({ initialized, navigation, location: { pathname, search } }) => {
    if (initialized && navigation.state === 'idle') tabs.send({ type: 'visited', path: pathname, search })
  })

/** Renders a page in the background when its link is pressed, so that most of the work is done on release. */
export const drawWhenPressed = ({ session, tabs, client }: App) =>
  addEventListener('pointerdown', ({ button, target }) => {
    const link = button === 0 && target instanceof Element && target.closest('a')
    if (!link || link.origin !== location.origin || isMounted(tabs, link.pathname)) return
    const now = session.getSnapshot()
    const leaf = now.matches('active') && findRoute(link.pathname, routesFor(controlledRoutes, now.context.roles))
    if (!leaf) return
    const { pathname, search } = link
    allScreens
      .load(leaf.route.name)
      .then(async (screen) => {
        await screen.prefetch?.(client, now.context, new URLSearchParams(search))
        tabs.send({ type: 'awaited', path: pathname, search })
      })
      // The error shows when the page is opened.
      .catch(() => {})
  })

const isMounted = (tabs: App['tabs'], path: string) => tabs.getSnapshot().context.mounted.includes(path)

// One render with rows is faster than an empty one followed by another.
const moment = () => new Promise((resolve) => setTimeout(resolve, 100))

const Untabbed = () => {
  const screen = allScreens.loaded(String(useMatches().at(-1)?.handle))
  return screen && createElement(screen)
}

const importFrame = () => import('./shell/Console.tsx')

const Frame = () => {
  const { Console } = useLoaderData<Awaited<ReturnType<typeof importFrame>>>()
  return <Console />
}

const isPublic = ({ route }: Leaf) => publicRoutes.some(({ name }) => name === route.name)

const isUnderWay = (state: unknown) => state === 'starting' || state === 'loggingIn' || state === 'loadingAccount'

const mayOpen = ({ route }: Leaf, { roles }: Account) =>
  leavesOf(routesFor(controlledRoutes, roles)).some((leaf) => leaf.route.name === route.name)

/**
 * The target of `redirect`, if it is a screen of the console that the account may open: the URL may come from an
 * earlier user.
 */
const wanted = (request: Request, account: Account | undefined) => {
  const { origin, searchParams } = new URL(request.url)
  const redirectTo = searchParams.get('redirect')
  if (!isKnownPath(redirectTo)) return to.root()
  const leaf = findRoute(new URL(redirectTo, origin).pathname)!
  return account && !mayOpen(leaf, account) ? to.root() : redirectTo
}

/** The login page that redirects back here; slashes stay unencoded for readability. */
const loginPath = (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return `${to.login()}?redirect=${encodeURIComponent(pathname + search).replaceAll('%2F', '/')}`
}

/** Placeholder while the session is looked up; CSS shows it only after a noticeable delay. */
const Starting = () => <div className="starting" />
