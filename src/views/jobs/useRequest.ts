import { useRef, useState } from 'react'
import type { DataOf, Endpoint, InputOf } from '../../services/endpoint.ts'
import { useConsole } from '../shared/console.ts'

/**
 * Sends a call. An unchanged retry after a failure keeps its idempotency key, so a lost answer starts no second job.
 */
export const useRequest = <E extends Endpoint>(endpoint: E) => {
  const { client } = useConsole()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()
  const unanswered = useRef<{ body: string; key: string }>(undefined)
  // Guards against a second click before React renders the pending state.
  const underWay = useRef(false)

  /** Answers undefined while another call is pending, or after a refusal, which is then in `error`. */
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
