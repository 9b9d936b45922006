import { useTranslation } from 'react-i18next'
import { CallError } from '../../services/http.ts'
import { LogInAgain } from './LogInAgain.tsx'
import { Notice } from './Notice.tsx'
import { isOfSession, issuesOf } from './refusal.ts'

type FailedProps = {
  error: unknown
  onRetry: () => void
  /** Shown above content that is still there and should barely move. */
  brief?: boolean
}

/** The message, and what is wrong with each field that was refused. */
const wordsOf = (error: CallError) => {
  const issues = issuesOf(error).map(({ message }) => message)
  return issues.length > 0 ? `${error.message}: ${issues.join('; ')}` : error.message
}

/** Stands in for what could not be loaded: the reason, and a retry or the login that it needs. */
export const Failed = ({ error, onRetry, brief = false }: FailedProps) => {
  const { t } = useTranslation()
  const isLoggedOut = isOfSession(error)
  return (
    <Notice
      role="alert"
      className={brief ? 'notice notice-brief' : 'notice'}
      title={t('common:loadFailed')}
      text={isLoggedOut ? t('errors:loggedOut') : error instanceof CallError ? wordsOf(error) : undefined}
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
