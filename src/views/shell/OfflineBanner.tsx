import { useTranslation } from 'react-i18next'
import { useOnline } from '../shared/online.ts'

/** Says that the server is out of reach, for as long as it is. */
export const OfflineBanner = () => {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <output className="offline-banner" hidden={online}>
      {!online && t('shell:offline.banner')}
    </output>
  )
}
