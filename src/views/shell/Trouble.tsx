import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router-dom'
import { Notice } from '../shared/Notice.tsx'

/** What a screen shows in its own place when it cannot be fetched or fails; the frame around it goes on. */
export const Trouble = () => {
  const { t } = useTranslation()
  const { revalidate, state } = useRevalidator()
  return (
    <Notice role="alert" title={t('shell:trouble.title')} text={t('shell:trouble.text')}>
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
    </Notice>
  )
}
