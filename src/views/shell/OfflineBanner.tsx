import { useTranslation } from 'react-i18next'
import { useOnline } from '../shared/online.ts'

/** Shows while the server is unreachable. */
export const OfflineBanner = () => {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <output className="offline-banner" hidden={online}>
      {!online && t('shell:offline.banner')}
    </output>
  )
}
