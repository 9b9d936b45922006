import { useEffect, useEffectEvent, useRef } from 'react'
import { afterPaint } from './afterPaint.ts'

/** Calls back after a hidden page of the tab strip is shown again; while hidden it heard no changes. */
export const useShownAgain = (onShown: () => void) => {
  const seen = useRef(false)
  const shown = useEffectEvent(onShown)
  useEffect(() => {
    const again = seen.current
    seen.current = true
    return again ? afterPaint(() => shown()) : undefined
  }, [])
}
