import type { DataOf, Endpoint, InputOf } from './endpoint.ts'
import type { Client } from './http.ts'

// A caller that wanted the answer would have called by then.
const keptMs = 5_000

/**
 * Prefetches calls: the next identical call takes the answer, once. A second prefetch of a pending or kept call sends
 * nothing. `forget` drops the kept answers after a change.
 */
export const withPrefetch = (call: Client['call']): Pick<Client, 'call' | 'prefetch' | 'arrived' | 'forget'> => {
  const asked = new Map<string, Promise<unknown>>()
  const answers = new WeakMap<Promise<unknown>, unknown>()
  const keyOf: (...what: Parameters<Client['prefetch']>) => string = ({ id }, input) => `${id} ${JSON.stringify(input)}`
  return {
    prefetch: (endpoint, input) => {
      const key = keyOf(endpoint, input)
      const answer = asked.get(key) ?? call(endpoint, input)
      asked.set(key, answer)
      setTimeout(() => asked.get(key) === answer && asked.delete(key), keptMs)
      // The caller that takes the answer receives the error.
      return answer.then(
        (data) => void answers.set(answer, data),
        () => {},
      )
    },
    arrived: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
      const answer = asked.size > 0 ? asked.get(keyOf(endpoint, input)) : undefined
      return answer && (answers.get(answer) as DataOf<E> | undefined)
    },
    call: (endpoint, input, options) => {
      const key = asked.size > 0 ? keyOf(endpoint, input) : ''
      const answer = asked.get(key) as ReturnType<typeof call<typeof endpoint>> | undefined
      asked.delete(key)
      return answer ?? call(endpoint, input, options)
    },
    forget: () => asked.clear(),
  }
}
