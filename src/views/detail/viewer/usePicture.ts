import { useEffect, useEffectEvent, useState } from 'react'

export type Load = (id: string, signal: AbortSignal) => Promise<string>

/** One picture as an address that an image can show. Each time it is fetched is a viewing: it is fetched once for as long as it is looked at. */
export const usePicture = (id: string, load: Load) => {
  const [url, setUrl] = useState<string>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const isHere = url !== undefined
  const fetchOne = useEffectEvent(load)

  useEffect(() => {
    // The effect runs again when the page is shown again.
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
