import { useEffect, useState } from 'react'
import { document } from '../../services/approve.ts'
import { useConsole } from '../shared/console.ts'

/** One document as a URL that an image can show; fetched once for as long as it is in sight. */
export const useDocument = (orderNo: string, id: string) => {
  const { client } = useConsole()
  const [url, setUrl] = useState<string>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const leaving = new AbortController()
    client.call(document, { orderNo, id }, { signal: leaving.signal }).then(
      ({ mime, image }) => setUrl(`data:${mime};base64,${image}`),
      () => leaving.signal.aborted || setFailed(true),
    )
    return () => leaving.abort()
  }, [client, orderNo, id, attempt])

  return {
    url,
    failed,
    retry: () => {
      setFailed(false)
      setAttempt(attempt + 1)
    },
  }
}
