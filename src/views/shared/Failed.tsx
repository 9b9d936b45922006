import { useTranslation } from 'react-i18next'
import { LogInAgain } from '../session/LogInAgain.tsx'
import { Notice } from './Notice.tsx'
import { isOfSession, refusalOf } from './refusal.ts'

type FailedProps = {
  error: unknown
  onRetry: () => void
  /** Above what is there still, which it should hardly move. */
  brief?: boolean
}

/** In the place of what could not be loaded: why, and another try, or the login that it takes. */
export const Failed = ({ error, onRetry, brief = false }: FailedProps) => {
  const { t } = useTranslation()
  const isLoggedOut = isOfSession(error)
  return (
    <Notice
      role="alert"
      className={brief ? 'notice notice-brief' : 'notice'}
      title={t('common:loadFailed')}
      text={isLoggedOut ? t('errors:loggedOut') : refusalOf(error, '')}
    >
      {isLoggedOut ? (
        <LogInAgain />
      ) : (
        <button type="button" className="button" onClick={onRetry}>
          {t('common:retry')}
        </button>
      )}
    </Notice>
  )
}
