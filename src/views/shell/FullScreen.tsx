import { Button } from '@blueprintjs/core'
import { MaximizeIcon, MinimizeIcon } from '@blueprintjs/icons'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { showWarning } from '../shared/toast.ts'

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}
const isFull = () => document.fullscreenElement !== null

export const FullScreen = () => {
  const { t } = useTranslation()
  const full = useSyncExternalStore(subscribe, isFull)
  const name = t(full ? 'shell:fullScreen.leave' : 'shell:fullScreen.enter')
  const toggle = async () => {
    try {
      await (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())
    } catch {
      showWarning(t('shell:fullScreen.unsupported'))
    }
  }
  return (
    <Button
      variant="minimal"
      icon={full ? <MinimizeIcon /> : <MaximizeIcon />}
      aria-label={name}
      title={name}
      onClick={() => void toggle()}
    />
  )
}
