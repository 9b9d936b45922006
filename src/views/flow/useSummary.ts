import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { listMachine } from '../../machines/list.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { summary } from '../../services/flow.ts'
import { useLive } from '../detail/record/useLive.ts'
import { useConsole } from '../shared/console.ts'
import { usePoll, whileVisible } from '../shared/usePoll.ts'

export type Summary = DataOf<typeof summary>

// The feed reports no changes to a person who may see figures but no records, so the figures are polled.
const everyMs = 5000
const catchingUpMs = 1000

/** The live figures of a chart. It keeps the old ones while it refetches; a failure can be retried. */
export const useSummary = (chart: string) => {
  const { client } = useConsole()
  const [snapshot, send] = useMachine(listMachine, {
    input: {
      filter: { chart },
      limit: 1,
      load: async ({ filter }, signal) => ({
        rows: [await client.call(summary, summary.body.parse(filter), { signal })],
        next: null,
      }),
    },
  })
  const figures = snapshot.context.rows?.[0] as Summary | undefined
  const hasFailed = snapshot.matches({ page: 'failed' })
  const isBehind = figures !== undefined && figures.asOf.pos < figures.asOf.head

  useEffect(() => send({ type: 'filtered', filter: { chart }, limit: 1 }), [send, chart])
  useLive(chart, undefined, () => send({ type: 'changed' }))
  const waitedMs = isBehind ? catchingUpMs : everyMs
  // Each failed poll would show the error again, so polling stops until a manual retry.
  usePoll(
    whileVisible(() => send({ type: 'changed' })),
    hasFailed ? undefined : waitedMs,
  )

  return {
    figures,
    error: hasFailed ? snapshot.context.error : undefined,
    retry: () => send({ type: 'retried' }),
  }
}
