import { useTranslation } from 'react-i18next'
import { useOnline } from '../../shared/online.ts'
import { acting } from '../../shared/pointerGuard.ts'
import { BarredButton } from './BarredButton.tsx'

/** A submit button, barred while the server is unreachable or for another reason. */
export const SendButton = ({ reason, ...button }: Parameters<typeof BarredButton>[0]) => {
  const { t } = useTranslation()
  const online = useOnline()
  return <BarredButton {...acting} {...button} reason={online ? reason : t('shell:offline.barred')} />
}
