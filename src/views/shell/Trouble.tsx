import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router-dom'

/** What a screen shows in its own place when it cannot be fetched or fails; the frame around it goes on. */
export const Trouble = () => {
  const { t } = useTranslation()
  const { revalidate, state } = useRevalidator()
  return (
    <div className="trouble" role="alert">
      <h1>{t('shell:trouble.title')}</h1>
      <p>{t('shell:trouble.text')}</p>
      <button
        type="button"
        className="button button-primary"
        aria-busy={state === 'loading'}
        onClick={() => void revalidate()}
      >
        {t('common:retry')}
      </button>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t('shell:trouble.reload')}
      </button>
    </div>
  )
}
