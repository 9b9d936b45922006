import { CrossIcon } from '@blueprintjs/icons'
import type { i18n as I18n } from 'i18next'
import { useSyncExternalStore } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { type DataRouter, RouterProvider } from 'react-router-dom'
import { type App, AppContext } from './shared/app.ts'
import { dismiss, toastStore } from './shared/toast.ts'
import { WaitingNote } from './shared/WaitingNote.tsx'
import './shared/toasts.css'

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
