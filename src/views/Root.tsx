import { CrossIcon } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import type { i18n as I18n } from 'i18next'
import { useSyncExternalStore } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { type DataRouter, RouterProvider } from 'react-router-dom'
import { type App, AppContext, useApp } from './shared/app.ts'
import { dismiss, toastStore } from './shared/toast.ts'
import './shared/toasts.css'
import './shared/waitingNote.css'

/** The root component, with all providers. */
export const Root = ({ app, i18n, router }: { app: App; i18n: I18n; router: DataRouter }) => (
  <AppContext value={app}>
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={router} />
      <Toasts />
      <WaitingNote />
    </I18nextProvider>
  </AppContext>
)

/** The open toasts. Not Blueprint's: these must show on the login page, and when the server cannot send more code. */
const Toasts = () => {
  const { t } = useTranslation()
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get)
  return (
    <div className="toasts">
      {toasts.map(({ id, message, tone }) => (
        <div key={id} className="toast" data-tone={tone}>
          <p role={tone === 'danger' ? 'alert' : 'status'}>{message}</p>
          <button type="button" aria-label={t('common:close')} onClick={() => dismiss(id)}>
            <CrossIcon />
          </button>
        </div>
      ))}
    </div>
  )
}

/** Says that a call is slow, or that the server is silent. An outage has the banner of the console, once it is open. */
const WaitingNote = () => {
  const { t } = useTranslation()
  const { connection, session } = useApp()
  const isOpen = useSelector(session, (snapshot) => snapshot.matches('active'))
  const words = useSelector(connection, (snapshot) => {
    if (snapshot.matches('offline')) return isOpen ? undefined : 'common:silent'
    if (snapshot.hasTag('silent')) return 'common:silent'
    return snapshot.context.slow > 0 ? 'common:waiting' : undefined
  })
  return (
    <p className="waiting-note" aria-live="polite" hidden={words === undefined}>
      {words && t(words)}
    </p>
  )
}
