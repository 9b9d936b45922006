import { useSelector } from '@xstate/react'
import { Activity, memo } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Route, Routes } from 'react-router-dom'
import { findRoute } from '../../machines/paths.ts'
import type { Tab } from '../../machines/tabs.ts'
import { screenOf } from '../screens.ts'
import { useApp } from '../shared/app.ts'
import { Broken } from './Trouble.tsx'

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

/** A page at its own address, whichever the browser shows. */
const Page = memo(({ path, search }: Pick<Tab, 'path' | 'search'>) => {
  const found = findRoute(path)
  const Screen = found && screenOf(found.route.name)
  if (!Screen) return null
  return (
    <div className="page">
      <ErrorBoundary FallbackComponent={Broken}>
        <Routes location={{ pathname: path, search }}>
          <Route path={found.path} element={<Screen />} />
        </Routes>
      </ErrorBoundary>
    </div>
  )
})
