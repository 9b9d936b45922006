import type { DataOf, Endpoint, InputOf } from './endpoint.ts'
import type { Client } from './http.ts'

// Whoever wanted it would have asked by then.
const keptMs = 5_000

/**
 * Calls that are made before who wants their answer is there: the same call later gets that answer, once. Asking ahead again
 * meanwhile asks nothing.
 * `forget` is for when something changed meanwhile.
 */
export const withAhead = (call: Client['call']): Pick<Client, 'call' | 'ahead' | 'arrived' | 'forget'> => {
  const asked = new Map<string, Promise<unknown>>()
  const answers = new WeakMap<Promise<unknown>, unknown>()
  const keyOf: (...what: Parameters<Client['ahead']>) => string = ({ id }, input) => `${id} ${JSON.stringify(input)}`
  return {
    ahead: (endpoint, input) => {
      const key = keyOf(endpoint, input)
      const answer = asked.get(key) ?? call(endpoint, input)
      asked.set(key, answer)
      setTimeout(() => asked.get(key) === answer && asked.delete(key), keptMs)
      // When it failed, whoever takes it is told.
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
