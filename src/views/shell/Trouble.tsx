import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router-dom'
import { Notice } from '../shared/Notice.tsx'

/** What a screen shows in its own place when it cannot be fetched; the frame around it goes on. */
export const Trouble = () => {
  const { revalidate, state } = useRevalidator()
  return <Sorry busy={state === 'loading'} onRetry={() => void revalidate()} />
}

/** The same when it fails by itself. */
export const Broken = ({ resetErrorBoundary }: { resetErrorBoundary: () => void }) => (
  <Sorry onRetry={resetErrorBoundary} />
)

const Sorry = ({ busy = false, onRetry }: { busy?: boolean; onRetry: () => void }) => {
  const { t } = useTranslation()
  return (
    <Notice role="alert" title={t('shell:trouble.title')} text={t('shell:trouble.text')}>
      <button type="button" className="button button-primary" aria-busy={busy} onClick={onRetry}>
        {t('common:retry')}
      </button>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t('shell:trouble.reload')}
      </button>
    </Notice>
  )
}
