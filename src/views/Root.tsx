import type { i18n as I18n } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { type DataRouter, RouterProvider } from 'react-router-dom'
import { type App, AppContext } from './shared/app.ts'
import { Toasts } from './shared/Toasts.tsx'

/** The root component, with all providers. */
export const Root = ({ app, i18n, router }: { app: App; i18n: I18n; router: DataRouter }) => (
  <AppContext value={app}>
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={router} />
      <Toasts />
    </I18nextProvider>
  </AppContext>
)
