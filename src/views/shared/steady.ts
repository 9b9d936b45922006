import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function in every render, which does what the latest one's does: rows that get it need not be drawn again. */
export const useSteady = <Args extends unknown[], Result>(latest: (...args: Args) => Result) => {
  const present = useRef(latest)
  useLayoutEffect(() => {
    present.current = latest
  })
  return useCallback((...args: Args) => present.current(...args), [])
}
