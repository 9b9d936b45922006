import { useEffect, useState } from 'react'
import { find, orderNoPart } from '../../services/approve.ts'
import { type DataOf } from '../../services/endpoint.ts'
import { useConsole } from '../shared/console.ts'

const pauseMs = 150

type Found = DataOf<typeof find> & { text: string }

/** The orders that a text leads to, once it stands still; nobody is asked who may not open one. */
export const useFound = (typed: string): Found | undefined => {
  const { client, user } = useConsole()
  const [found, setFound] = useState<Found>()
  const text = typed.trim()
  const isAsked = text.length >= orderNoPart && /\d/.test(text) && user.interfaces.includes(find.interface)
  useEffect(() => {
    if (!isAsked) return
    const giveUp = new AbortController()
    const ask = () =>
      client.call(find, { text }, { signal: giveUp.signal }).then(
        (answer) => setFound({ text, ...answer }),
        // Given up, or said by the client's own toast.
        () => {},
      )
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [client, text, isAsked])
  return isAsked && found?.text === text ? found : undefined
}
