import { useEffect, useEffectEvent, useState } from 'react'
import { find, orderNoPart } from '../../services/approval.ts'
import { type DataOf } from '../../services/endpoint.ts'
import { useConsole } from '../shared/console.ts'

const pauseMs = 150

type Found = DataOf<typeof find> & { text: string }

/**
 * The orders that match a text, once typing pauses, and whether an answer is pending. Asks only for users who may open
 * one.
 */
export const useFound = (
  typed: string,
  onFound: (found: Found) => void,
): { found: Found | undefined; isComing: boolean } => {
  const { client, user } = useConsole()
  const [found, setFound] = useState<Found>()
  const text = typed.trim()
  const isAsked = text.length >= orderNoPart && /\d/.test(text) && user.interfaces.includes(find.interface)
  const keep = useEffectEvent((answer: Found) => {
    setFound(answer)
    onFound(answer)
  })
  useEffect(() => {
    if (!isAsked) return
    const giveUp = new AbortController()
    const ask = () =>
      client.call(find, { text }, { signal: giveUp.signal }).then(
        (answer) => keep({ text, ...answer }),
        // Aborted, or already shown by the client's own toast.
        () => {},
      )
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [client, text, isAsked])
  const isThere = found?.text === text
  return { found: isAsked && isThere ? found : undefined, isComing: isAsked && !isThere }
}
