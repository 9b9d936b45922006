import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DataOf, InputOf } from '../../services/endpoint.ts'
import type { Client } from '../../services/http.ts'
import { deleteView, getViews, keepLayout, type Layout, saveView, type View } from '../../services/views.ts'
import { useConsole } from '../shared/console.ts'
import { showRefusal } from '../shared/refusal.ts'

type Saved = DataOf<typeof getViews>

const none: Saved = { layout: null, views: [], roles: [] }

// By person and list, so that a list which is opened once more has its columns at once.
const known = new Map<string, Saved>()

const keyOf = (user: { id: string }, list: string) => `${user.id} ${list}`

/** Asks for what `useSaved` will want; resolves once it is here. */
export const askSaved = async (client: Client, user: { id: string }, list: string): Promise<void> => {
  if (!known.has(keyOf(user, list))) await client.ahead(getViews, { list })
}

/**
 * The views of a list that this person may use, and their own columns. Undefined until they came; without them a list is still a list.
 * `wanted` is the id of the view that is asked for: one that is not known yet may have been shared a moment ago.
 */
export const useSaved = (list: string, wanted: string | undefined) => {
  const { client, user } = useConsole()
  const key = keyOf(user, list)
  const [saved, setSaved] = useState(() => {
    const before = known.get(key) ?? client.arrived(getViews, { list })
    return !wanted || before?.views.some(({ id }) => id === wanted) ? before : undefined
  })

  const take = (next: Saved) => {
    known.set(key, next)
    setSaved(next)
  }
  const load = async () => take(await client.call(getViews, { list }))
  const isKnown = useEffectEvent(() => saved !== undefined && saved === known.get(key))
  const taken = useEffectEvent(take)
  useEffect(() => {
    if (isKnown()) return
    client.call(getViews, { list }).then(taken, () => setSaved(none))
  }, [client, list])

  // One after the other, so that the last choice is the one that stays.
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return {
    saved,
    keep: (layout: Layout) => {
      take({ ...(saved ?? none), layout })
      last.current = last.current.then(() => client.call(keepLayout, { list, layout })).catch(showRefusal)
    },
    /** Somebody may have shared another view meanwhile. */
    renew: () => void load().catch(() => {}),
    save: async (view: Omit<InputOf<typeof saveView>, 'list'>) => {
      const { id } = await client.call(saveView, { ...view, list })
      await load()
      return id
    },
    remove: async ({ id }: View) => {
      await client.call(deleteView, { id })
      await load()
    },
  }
}
