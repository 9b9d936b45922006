import { useTranslation } from 'react-i18next'
import { useApp } from './app.ts'

/** Reopens the login dialog, for a user who closed it and cannot load more. */
export const LogInAgain = () => {
  const { t } = useTranslation()
  const { session } = useApp()
  return (
    <button type="button" className="button button-primary" onClick={() => session.send({ type: 'loggedOut' })}>
      {t('session:relogin.again')}
    </button>
  )
}
