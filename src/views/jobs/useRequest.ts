import { useRef, useState } from 'react'
import type { DataOf, Endpoint, InputOf } from '../../services/endpoint.ts'
import { useConsole } from '../shared/console.ts'

/** Sends a call. What is sent again unchanged after it failed has the same key, so that a lost answer costs no second job. */
export const useRequest = <E extends Endpoint>(endpoint: E) => {
  const { client } = useConsole()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()
  const unanswered = useRef<{ body: string; key: string }>(undefined)
  // Pressed again before it is drawn as pending.
  const underWay = useRef(false)

  /** Undefined when it was refused, and `error` says why, or while another is under way. */
  const send = async (input: InputOf<E>): Promise<DataOf<E> | undefined> => {
    if (underWay.current) return undefined
    underWay.current = true
    const body = JSON.stringify(input)
    if (unanswered.current?.body !== body) unanswered.current = { body, key: crypto.randomUUID() }
    setPending(true)
    setError(undefined)
    try {
      const data = await client.call(endpoint, input, { key: unanswered.current.key })
      unanswered.current = undefined
      return data
    } catch (failure) {
      setError(failure)
      return undefined
    } finally {
      underWay.current = false
      setPending(false)
    }
  }

  return { send, pending, error }
}
