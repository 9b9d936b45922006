import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router-dom'
import { Notice } from '../shared/Notice.tsx'

/** Stands in for a screen that could not be fetched; the frame stays usable. */
export const Trouble = () => {
  const { revalidate, state } = useRevalidator()
  return <Sorry busy={state === 'loading'} onRetry={() => void revalidate()} />
}

/** Stands in for a screen that threw while it rendered. */
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
