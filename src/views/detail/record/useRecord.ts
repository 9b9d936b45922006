import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { type Filter, listMachine } from '../../../machines/list.ts'
import type { DataOf, Endpoint, InputOf } from '../../../services/endpoint.ts'
import { useConsole } from '../../shared/console.ts'
import { useShownAgain } from '../../shared/shownAgain.ts'
import { useLive } from './useLive.ts'

/** Without an id, every record of the kind counts. */
type Wanted = { kind: string | readonly string[]; id: string | undefined }

/**
 * One record, live. It uses the list machine with one row: the old record stays while it refetches, and a failure can
 * be retried.
 */
export const useRecord = <E extends Endpoint>(endpoint: E, input: InputOf<E> & Filter, { kind, id }: Wanted) => {
  const { client } = useConsole()
  const [snapshot, send] = useMachine(listMachine, {
    input: {
      filter: input,
      limit: 1,
      load: async ({ filter }, signal) => ({
        rows: [await client.call(endpoint, filter as InputOf<E>, { signal })],
        next: null,
      }),
    },
  })
  const { rows, error } = snapshot.context

  useEffect(() => send({ type: 'filtered', filter: input, limit: 1 }))
  useLive(kind, id, () => send({ type: 'changed' }))
  useShownAgain(() => send({ type: 'revisited' }))

  return {
    record: rows?.[0] as DataOf<E> | undefined,
    error: snapshot.matches({ page: 'failed' }) ? error : undefined,
    /** The error of the last try, also while the next one is pending. */
    lost: error ?? undefined,
    retry: () => send({ type: 'retried' }),
    reload: () => send({ type: 'revisited' }),
  }
}
