import { useTranslation } from 'react-i18next'
import { LogInAgain } from '../session/LogInAgain.tsx'
import { Notice } from './Notice.tsx'
import { isOfSession, refusalOf } from './refusal.ts'

/** In the place of what could not be loaded: why, and another try, or the login that it takes. */
export const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation()
  if (isOfSession(error))
    return (
      <Notice role="alert" title={t('common:loadFailed')} text={t('errors:loggedOut')}>
        <LogInAgain />
      </Notice>
    )
  return (
    <Notice role="alert" title={t('common:loadFailed')} text={refusalOf(error, '')}>
      <button type="button" className="button" onClick={onRetry}>
        {t('common:retry')}
      </button>
    </Notice>
  )
}
