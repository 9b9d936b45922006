import { CrossIcon } from '@blueprintjs/icons'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { dismiss, toastStore } from './toast.ts'
import './toasts.css'

/** The open toasts. Not Blueprint's: these must show on the login page, and when the server cannot send more code. */
export const Toasts = () => {
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
