import { useEffect, useEffectEvent } from 'react'

/** Looks every `everyMs`; not while it is undefined. For what the change feed does not report. */
export const usePoll = (look: () => void, everyMs: number | undefined): void => {
  const again = useEffectEvent(look)
  useEffect(() => {
    if (everyMs === undefined) return
    const timer = setInterval(() => again(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
}

/** Runs `look` only while somebody can see the page. */
export const whileVisible = (look: () => void) => (): void => {
  if (document.visibilityState === 'visible') look()
}
