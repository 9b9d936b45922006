import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function with a stable identity that calls the latest render's one, so that memoised rows need no re-render. */
export const useStableCallback = <Args extends unknown[], Result>(latest: (...args: Args) => Result) => {
  const present = useRef(latest)
  useLayoutEffect(() => {
    present.current = latest
  })
  return useCallback((...args: Args) => present.current(...args), [])
}
