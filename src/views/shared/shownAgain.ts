import { useEffect, useEffectEvent, useRef } from 'react'
import { afterPaint } from './afterPaint.ts'

/** Calls back when a page of the strip is in sight again, however soon it was left; meanwhile it heard nothing. */
export const useShownAgain = (onShown: () => void) => {
  const seen = useRef(false)
  const shown = useEffectEvent(onShown)
  useEffect(() => {
    const again = seen.current
    seen.current = true
    return again ? afterPaint(() => shown()) : undefined
  }, [])
}
