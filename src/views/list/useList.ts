import { useMachine } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { type Asked, listMachine, type Page, type Total } from '../../machines/list.ts'
import type { Endpoint, InputOf } from '../../services/endpoint.ts'
import { useLive } from '../detail/record/useLive.ts'
import { painted } from '../shared/afterPaint.ts'
import { useConsole } from '../shared/console.ts'
import { useShownAgain } from '../shared/shownAgain.ts'

type Listed<List extends Endpoint> = { list: List; count: Endpoint; kind: string; besides?: string }

/** The body of the list call for one page. */
export const pageOf = <List extends Endpoint>({ filter, sort, after, limit }: Asked<unknown>) =>
  ({ ...filter, ...(sort && { sort }), after, limit }) as InputOf<List>

/** The rows of a list, live, one page at a time, with the number of matching rows. */
export const useList = <List extends Endpoint, Row>(
  { list, count, kind, besides = kind }: Listed<List>,
  asked: Omit<Asked<unknown>, 'after'> & { cursors: readonly unknown[] },
) => {
  const { client } = useConsole()
  const [snapshot, send, actor] = useMachine(listMachine, {
    input: {
      ...asked,
      known: client.arrived(list, pageOf<List>({ ...asked, after: asked.cursors.at(-1) })) as
        | Page<Row, unknown>
        | undefined,
      load: (page, signal) => client.call(list, pageOf<List>(page), { signal }) as Promise<Page<Row, unknown>>,
      count: async (filter, exact, signal) => {
        await painted()
        return client.call(count, exact ? { ...filter, exact } : filter, { signal }) as Promise<Total>
      },
    },
  })

  const key = JSON.stringify(asked)
  const tell = useEffectEvent(() => send({ type: 'filtered', ...asked }))
  useEffect(() => tell(), [key])
  useLive([kind, besides], undefined, () => send({ type: 'changed' }))
  useShownAgain(() => send({ type: 'revisited' }))

  const { rows, cursors, loadedBy, next, total } = snapshot.context
  // Rows that are all on one page need no count: that one is refreshed seconds later.
  const isWhole = rows !== null && cursors.length === 0 && loadedBy === undefined && next === null
  return {
    ...snapshot.context,
    total: total && isWhole ? { ...total, count: rows.length, capped: false } : total,
    rows: rows as Row[] | null,
    failed: snapshot.matches({ page: 'failed' }),
    loading: snapshot.matches({ page: 'loading' }),
    counting: snapshot.matches({ total: 'counting' }),
    /**
     * The cursors that the list went back to because the requested page has no rows any more. Read it after the request
     * was sent.
     */
    wentBackTo: (): readonly unknown[] | undefined => {
      const now = actor.getSnapshot()
      const { cursors } = now.context
      return now.matches({ page: 'shown' }) && cursors.length < asked.cursors.length ? cursors : undefined
    },
    send,
  }
}
