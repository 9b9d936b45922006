import { useSelector } from '@xstate/react'
import { Activity, createElement, memo, useMemo, useRef } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import {
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router-dom'
import { findRoute } from '../../machines/paths.ts'
import { drawnOf, type Tab } from '../../machines/tabs.ts'
import { useApp } from '../shared/app.ts'
import { keepLayout } from './keepLayout.ts'
import { Broken } from './Trouble.tsx'
import { useKeptScroll } from './useKeptScroll.ts'

/** The pages of the open tabs. A hidden page keeps its state, scroll position and input, and runs no effects. */
export const Pages = () => {
  const { tabs } = useApp()
  const context = useSelector(tabs, ({ context }) => context)
  const pages = drawnOf(context).map((tab) => (
    <Activity key={`${tab.path} ${tab.drawn}`} mode={tab.path === context.active ? 'visible' : 'hidden'}>
      <Page path={tab.path} search={tab.search} />
    </Activity>
  ))
  return <div ref={keepLayout}>{pages}</div>
}

/** A page with its own router context, so that navigation elsewhere does not re-render what reads the router. */
const Page = memo(({ path, search }: Pick<Tab, 'path' | 'search'>) => {
  const { screens } = useApp()
  const found = useMemo(() => findRoute(path), [path])
  const screen = found && screens.loaded(found.route.name)
  const page = useRef<HTMLDivElement>(null)
  useKeptScroll(page)
  const place = useMemo(
    () => ({
      location: { pathname: path, search, hash: '', state: null, key: 'default', mask: undefined },
      navigationType: NavigationType.Pop,
    }),
    [path, search],
  )
  const route = useMemo(() => {
    const match = { params: found?.params ?? {}, pathname: path, pathnameBase: path, route: { path } }
    return { outlet: null, matches: [match], isDataRoute: false }
  }, [path, found])
  if (!screen) return null
  return (
    <div className="page-place">
      <div ref={page} className="page" data-path={path}>
        <ErrorBoundary FallbackComponent={Broken}>
          <LocationContext value={place}>
            <RouteContext value={route}>{createElement(screen)}</RouteContext>
          </LocationContext>
        </ErrorBoundary>
      </div>
    </div>
  )
})
