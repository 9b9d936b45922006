import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The seconds for which a revealed value is shown. */
export const shownSeconds = 60

/** The seconds until the value is masked again, correct also while the page is hidden. */
export const Countdown = ({ seconds, onOver }: { seconds: number; onOver: () => void }) => {
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
