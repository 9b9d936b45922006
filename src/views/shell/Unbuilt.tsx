import { NonIdealState } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router-dom'

/** What stands at a route until its screen is built. */
const Unbuilt = () => {
  const { t } = useTranslation()
  const name = String(useMatches().at(-1)?.handle)
  return (
    <div className="notice" data-unbuilt={name}>
      <NonIdealState
        title={t('shell:unbuilt.title', { screen: t(`routes:${name}`) })}
        description={t('shell:unbuilt.text')}
      />
    </div>
  )
}

export { Unbuilt as screen }
