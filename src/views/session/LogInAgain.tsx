import { useTranslation } from 'react-i18next'
import { useApp } from '../shared/app.ts'

/** Opens the session's dialog once more, for whoever stayed on the page and misses what it cannot load. */
export const LogInAgain = () => {
  const { t } = useTranslation()
  const { session } = useApp()
  return (
    <button type="button" className="button button-primary" onClick={() => session.send({ type: 'loggedOut' })}>
      {t('session:relogin.again')}
    </button>
  )
}
