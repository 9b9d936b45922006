import { useEffect, useEffectEvent, useState } from 'react'

export type Load = (id: string, signal: AbortSignal) => Promise<string>

/** One picture as an object URL. Each fetch is recorded as a viewing, so it is fetched once while it is shown. */
export const usePicture = (id: string, load: Load) => {
  const [url, setUrl] = useState<string>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const isHere = url !== undefined
  const fetchOne = useEffectEvent(load)

  useEffect(() => {
    // Effects run again when a hidden page is shown again.
    if (isHere) return
    const leaving = new AbortController()
    fetchOne(id, leaving.signal).then(setUrl, () => leaving.signal.aborted || setFailed(true))
    return () => leaving.abort()
  }, [id, isHere, attempt])

  return {
    url,
    failed,
    retry: () => {
      setFailed(false)
      setAttempt(attempt + 1)
    },
  }
}
