import '@blueprintjs/core/lib/css/blueprint.css'
import './blueprint.css'
import './shell.css'
import { BlueprintProvider, FocusStyleManager } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { memo, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useNavigation } from 'react-router-dom'
import { breadcrumb } from '../../machines/paths.ts'
import { routesFor } from '../../machines/permissions.ts'
import { controlledRoutes } from '../../machines/routes.ts'
import { ReloginDialog } from '../session/ReloginDialog.tsx'
import { useApp } from '../shared/app.ts'
import { ConsoleContext } from '../shared/console.ts'
import { useOnline } from '../shared/online.ts'
import { Pages } from './Pages.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TabStrip } from './TabStrip.tsx'
import { TopBar } from './TopBar.tsx'
import { useKeptFocus } from './useKeptFocus.ts'
import { useTitle } from './useTitle.ts'
import { useWarmUp } from './useWarmUp.ts'

// Imported first, so that component styles override Blueprint's.

FocusStyleManager.onlyShowFocusOnTabs()

/** The frame of every screen behind the login. Navigation re-renders only its parts that read the location. */
export const Console = memo(() => {
  const { t } = useTranslation()
  const { client, session, changes } = useApp()
  const user = useSelector(session, ({ context }) => context)
  const routes = useMemo(() => routesFor(controlledRoutes, user.roles), [user.roles])
  const value = useMemo(() => ({ client, user, changes }), [client, user, changes])

  useKeptFocus()
  useWarmUp(routes)

  return (
    <BlueprintProvider>
      <ConsoleContext value={value}>
        <Title />
        <a className="skip-link" href="#content">
          {t('shell:skip')}
        </a>
        <div className="console">
          <Sidebar routes={routes} />
          <div className="console-main">
            <TopBar routes={routes} />
            <OfflineBanner />
            <TabStrip />
            <LoadingBar />
            <main id="content" tabIndex={-1}>
              <Outlet />
              <Pages />
            </main>
          </div>
        </div>
        <ReloginDialog />
      </ConsoleContext>
    </BlueprintProvider>
  )
})

// Separate components, so that navigation re-renders these and not the whole frame.
const Title = () => {
  const { shell, tabs } = useApp()
  const { pathname: path } = useLocation()
  const name = useSelector(tabs, ({ context }) => context.visitedViews.find((tab) => tab.path === path)?.name)
  const last = breadcrumb(path).at(-1)?.title ?? ''
  const title = useTitle({ path, title: last, name })
  useEffect(() => shell.send({ type: 'navigated' }), [shell, path])
  return last && <title>{`${title} · Loket`}</title>
}

const LoadingBar = () => <div className="loading-bar" data-loading={useNavigation().state === 'loading'} />

/** Shows while the server is unreachable. */
const OfflineBanner = () => {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <output className="offline-banner" hidden={online}>
      {!online && t('shell:offline.banner')}
    </output>
  )
}
