import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import './views/base.css'
import { startI18n } from './views/i18n.ts'
import { Root } from './views/Root.tsx'
import { drawWhenPressed, createRoutes, followPages } from './views/routing.tsx'
import { dropDrafts } from './views/shared/draft.ts'
import { guardPointer } from './views/shared/pointerGuard.ts'
import { showWarning } from './views/shared/toast.ts'
import { firstLanguage, logRendering, startApp } from './views/start.ts'

const i18n = await startI18n(firstLanguage())

const app = startApp({
  base: import.meta.env.VITE_API_BASE ?? '/api',
  i18n,
  channel: new BroadcastChannel('loket'),
  locks: navigator.locks,
  // Drops the drafts first: a user who leaves must not be asked about unsent input.
  reload: () => {
    dropDrafts()
    location.reload()
  },
  startOver: () => {
    dropDrafts()
    location.assign('/')
  },
  go: (path) => void router.navigate(path),
})

const router = createBrowserRouter(createRoutes(app, i18n))
followPages(router, app)
drawWhenPressed(app)
guardPointer(document, () => showWarning(i18n.t('shell:justAppeared')))

createRoot(document.getElementById('root')!, {
  onCaughtError: logRendering(app),
  onUncaughtError: logRendering(app),
}).render(
  <StrictMode>
    <Root app={app} i18n={i18n} router={router} />
  </StrictMode>,
)
