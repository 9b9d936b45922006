import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { keepUnsent, sent, unsent } from '../../services/browserStorage.ts'
import type { DataOf, InputOf } from '../../services/endpoint.ts'
import type { Client } from '../../services/http.ts'
import { deleteView, getViews, keepLayout, type Layout, saveView, type View } from '../../services/savedViews.ts'
import { useConsole } from '../shared/console.ts'
import { showRefusal } from '../shared/refusal.ts'

type Saved = DataOf<typeof getViews>

const none: Saved = { layout: null, views: [], roles: [] }

// By user and list, so that a list that is reopened has its columns at once.
const known = new Map<string, Saved>()

const keyOf = (user: { id: string }, list: string) => `${user.id} ${list}`

const withUnsent = <S extends Saved | undefined>(list: string, saved: S): S =>
  saved && { ...saved, layout: unsent(list) ?? saved.layout }

/** Prefetches what `useSaved` needs. */
export const askSaved = async (client: Client, user: { id: string }, list: string): Promise<void> => {
  if (!known.has(keyOf(user, list))) await client.prefetch(getViews, { list })
}

/**
 * The user's views of a list, and their own columns. Undefined until loaded; a failure leaves no views. An unknown
 * `wanted` view forces a load, because it may have been shared a moment ago.
 */
export const useSaved = (list: string, wanted: string | undefined) => {
  const { client, user } = useConsole()
  const key = keyOf(user, list)
  const [saved, setSaved] = useState(() => {
    const before = known.get(key) ?? withUnsent(list, client.arrived(getViews, { list }))
    return !wanted || before?.views.some(({ id }) => id === wanted) ? before : undefined
  })

  const take = (next: Saved) => {
    known.set(key, next)
    setSaved(next)
  }
  const load = async () => take(await client.call(getViews, { list }))
  const isKnown = useEffectEvent(() => saved !== undefined && saved === known.get(key))

  // Sequential, so that the last choice is the one that is stored.
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const send = (layout: Layout) => {
    last.current = last.current
      .then(() => client.call(keepLayout, { list, layout }))
      .then(() => sent(list, layout))
      .catch(showRefusal)
  }
  // Columns that were chosen just before the page was left.
  const taken = useEffectEvent((next: Saved) => {
    const layout = unsent(list)
    if (layout) send(layout)
    take(withUnsent(list, next))
  })
  useEffect(() => {
    if (isKnown()) return
    client.call(getViews, { list }).then(taken, () => setSaved(none))
  }, [client, list])

  return {
    saved,
    keep: (layout: Layout) => {
      take({ ...(saved ?? none), layout })
      keepUnsent(list, layout)
      send(layout)
    },
    /** Reloads the views: somebody may have shared another one. */
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
