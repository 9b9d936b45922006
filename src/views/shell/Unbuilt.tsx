import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { findRoute } from '../../machines/paths.ts'
import { Notice } from '../shared/Notice.tsx'

/** Placeholder for a route without a screen. */
const Unbuilt = () => {
  const { t } = useTranslation()
  const name = findRoute(useLocation().pathname)?.route.name
  return (
    <Notice
      data-unbuilt={name}
      title={t('shell:unbuilt.title', { screen: t(`routes:${name}`) })}
      text={t('shell:unbuilt.text')}
    />
  )
}

export { Unbuilt as screen }
