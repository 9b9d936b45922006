import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { to } from '../../machines/paths.ts'
import { Notice } from '../shared/Notice.tsx'

/** The page for an unknown or forbidden address, with links home and back. */
export const Astray = ({ name }: { name: 'notFound' | 'unauthorized' }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Notice title={t(`shell:${name}.title`)} text={t(`shell:${name}.text`)}>
      <Link className="button button-primary" to={to.root()}>
        {t('common:home')}
      </Link>
      <button type="button" className="button" onClick={() => void navigate(-1)}>
        {t('common:back')}
      </button>
    </Notice>
  )
}
