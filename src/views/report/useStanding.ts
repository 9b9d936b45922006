import { useMachine } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { type Filter, listMachine } from '../../machines/list.ts'
import type { DataOf, Endpoint, InputOf } from '../../services/endpoint.ts'
import { useConsole } from '../shared/console.ts'
import { usePoll, whileVisible } from '../shared/usePoll.ts'

/** How figures stand; the console's reports and the figures of collection say it alike. */
type Standing = { asOf: { pos: number } }

// The feed reports no changes to a person who may see figures but no records, so the position is polled.
const everyMs = 5000

/** The answer of a standing's endpoint, polled every so many ms; calls `onMoved` when more events are counted. Undefined while unknown. */
export const useStanding = <E extends Endpoint>(
  standing: E & { data: { _zod: { output: Standing } } },
  filter: Filter,
  onMoved: () => void,
  every = everyMs,
): DataOf<E> | undefined => {
  const { client } = useConsole()
  const [snapshot, send] = useMachine(listMachine, {
    input: {
      filter,
      limit: 1,
      load: async (asked, signal) => ({
        rows: [await client.call(standing, standing.body.parse(asked.filter) as InputOf<E>, { signal })],
        next: null,
      }),
    },
  })
  const known = snapshot.context.rows?.[0] as (DataOf<E> & Standing) | undefined
  const asked = JSON.stringify(filter)
  const ask = useEffectEvent(() => send({ type: 'filtered', filter, limit: 1 }))
  useEffect(() => ask(), [asked])

  const pos = known?.asOf.pos
  const moved = useEffectEvent(onMoved)
  useEffect(() => {
    if (pos !== undefined) moved()
  }, [pos])
  // Each failed poll would show the error again, so polling stops; the rows say why.
  usePoll(
    whileVisible(() => send({ type: 'changed' })),
    snapshot.matches({ page: 'failed' }) ? undefined : every,
  )
  return known
}
