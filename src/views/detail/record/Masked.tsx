import { EyeOffIcon, EyeOpenIcon } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BarredButton } from '../form/BarredButton.tsx'
import './reveal.css'

/** The seconds for which a revealed value is shown. */
export const shownSeconds = 60

/** A revealed value, which is undefined while it is masked. The closing of its page masks it again. */
export const useRevealed = () => {
  const [value, setValue] = useState<string>()
  // A hidden page keeps its state (`Activity`) but runs the cleanup.
  useEffect(() => () => setValue(undefined), [])
  return { value, setValue, hide: () => setValue(undefined) }
}

type MaskedProps = {
  masked: ReactNode
  /** The revealed value; undefined while it is masked. */
  shown: ReactNode
  /** The value's name in words. */
  what: string
  /** The key that does the same as the button. */
  hotkey?: string
  reason?: string | undefined
  loading?: boolean
  onShow: () => void
  onHide: () => void
}

/** A masked value with the button that reveals it, for a minute. */
export const Masked = ({ masked, shown, what, hotkey, reason, loading = false, onShow, onHide }: MaskedProps) => {
  const { t } = useTranslation()
  const isShown = shown !== undefined
  const words = t(isShown ? 'reveal:hideOne' : 'reveal:showOne', { what })
  return (
    <span className="reveal">
      <span>{isShown ? shown : masked}</span>
      <BarredButton
        className="screen-only"
        size="small"
        variant="minimal"
        intent="primary"
        icon={isShown ? <EyeOffIcon size={14} /> : <EyeOpenIcon size={14} />}
        text={isShown && <Countdown seconds={shownSeconds} onOver={onHide} />}
        title={hotkey ? `${words} (${hotkey})` : words}
        aria-label={words}
        reason={reason}
        loading={loading}
        onClick={isShown ? onHide : onShow}
      />
    </span>
  )
}

/** The seconds until the value is masked again, correct also while the page is hidden. */
const Countdown = ({ seconds, onOver }: { seconds: number; onOver: () => void }) => {
  const { t } = useTranslation()
  const [left, setLeft] = useState(seconds)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    const end = performance.now() + seconds * 1000
    const look = () => {
      const rest = Math.ceil((end - performance.now()) / 1000)
      if (rest > 0) setLeft(rest)
      else over()
    }
    const timer = setInterval(look, 1000)
    // Browsers throttle the timers of a hidden page.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [seconds])
  return <span className="reveal-left">{t('reveal:left', { seconds: left })}</span>
}
