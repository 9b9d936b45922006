import { useSelector } from '@xstate/react'
import { Activity, createElement, memo, useMemo, useRef } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import {
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  Route,
  UNSAFE_RouteContext as RouteContext,
  Routes,
} from 'react-router-dom'
import { findRoute } from '../../machines/paths.ts'
import type { Tab } from '../../machines/tabs.ts'
import { screenOf } from '../screens.ts'
import { useApp } from '../shared/app.ts'
import { Broken } from './Trouble.tsx'
import { useKeptScroll } from './useKeptScroll.ts'

/** The pages of the open tabs. One that is not in sight keeps its state, its place and what was typed, and does nothing. */
export const Pages = () => {
  const { tabs } = useApp()
  const { visitedViews, active, mounted } = useSelector(tabs, ({ context }) => context)
  return visitedViews
    .filter(({ path }) => mounted.includes(path))
    .map((tab) => (
      <Activity key={`${tab.path} ${tab.drawn}`} mode={tab.path === active ? 'visible' : 'hidden'}>
        <Page path={tab.path} search={tab.search} />
      </Activity>
    ))
}

// Its routes are below nobody's: the router would take them for a part of the route that the browser shows.
const outermost = { outlet: null, matches: [], isDataRoute: false }

/** A page at its own address, whichever the browser shows. */
const Page = memo(({ path, search }: Pick<Tab, 'path' | 'search'>) => {
  const found = findRoute(path)
  const screen = found && screenOf(found.route.name)
  const page = useRef<HTMLDivElement>(null)
  // Its own, which stays when the browser goes elsewhere: else all its links would be drawn again with each step.
  const place = useMemo(
    () => ({
      location: { pathname: path, search, hash: '', state: null, key: 'default', mask: undefined },
      navigationType: NavigationType.Pop,
    }),
    [path, search],
  )
  useKeptScroll(page)
  if (!screen) return null
  return (
    <div ref={page} className="page" data-path={path}>
      <ErrorBoundary FallbackComponent={Broken}>
        <RouteContext value={outermost}>
          <LocationContext value={place}>
            <Routes>
              <Route path={found.path} element={createElement(screen)} />
            </Routes>
          </LocationContext>
        </RouteContext>
      </ErrorBoundary>
    </div>
  )
})
