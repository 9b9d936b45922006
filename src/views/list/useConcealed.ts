import { useEffect, useReducer } from 'react'
import { conceal, reveal } from '../../services/savedViews.ts'
import { useConsole } from '../shared/console.ts'
import { isSecretId } from '../shared/secrets.ts'

// By user and id: going back and forth costs no calls, and the next user of this window gets no answers.
const known = new Map<string, string | null>()

/** The values behind the opaque ids of a URL, and a function that gets an id for a value. */
export const useConcealed = (ids: readonly string[]) => {
  const { client, user } = useConsole()
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const keyOf = (id: string) => `${user.id} ${id}`
  const valueOf = (id: string) => (isSecretId(id) ? known.get(keyOf(id)) : null)

  const wanted = ids.filter((id) => valueOf(id) === undefined).join(' ')
  useEffect(() => {
    let gone = false
    const learn = (id: string, value: string | null) => {
      known.set(`${user.id} ${id}`, value)
      if (!gone) redraw()
    }
    for (const id of wanted.split(' ').filter(Boolean)) {
      client.call(reveal, { id }).then(
        ({ value }) => learn(id, value),
        () => learn(id, null),
      )
    }
    return () => {
      gone = true
    }
  }, [client, user.id, wanted])

  return {
    valueOf,
    idOf: async (value: string) => {
      const { id } = await client.call(conceal, { value })
      known.set(keyOf(id), value)
      return id
    },
  }
}
