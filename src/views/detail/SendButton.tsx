import { useTranslation } from 'react-i18next'
import { useOnline } from '../shared/online.ts'
import { BarredButton } from './BarredButton.tsx'

/** A button that sends something, barred while nothing can be sent or for another reason. */
export const SendButton = ({ reason, ...button }: Parameters<typeof BarredButton>[0]) => {
  const { t } = useTranslation()
  const online = useOnline()
  return <BarredButton {...button} reason={online ? reason : t('shell:offline.barred')} />
}
