import { useTranslation } from 'react-i18next'
import { Notice } from './Notice.tsx'
import { refusalOf } from './refusal.ts'

/** In the place of what could not be loaded: why, and another try. */
export const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation()
  return (
    <Notice role="alert" title={t('common:loadFailed')} text={refusalOf(error, '')}>
      <button type="button" className="button" onClick={onRetry}>
        {t('common:retry')}
      </button>
    </Notice>
  )
}
