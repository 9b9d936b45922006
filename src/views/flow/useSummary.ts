import { useMachine } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { type Filter, listMachine } from '../../machines/list.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { summary } from '../../services/flow.ts'
import { useLive } from '../detail/record/useLive.ts'
import { useConsole } from '../shared/console.ts'
import { usePoll, whileVisible } from '../shared/usePoll.ts'

export type Summary = DataOf<typeof summary>

// The feed reports no changes to a person who may see figures but no records, so the figures are polled.
const everyMs = 5000
const catchingUpMs = 1000

/** The live figures of a chart, as far as a filter asks. It keeps the old ones while it refetches; a failure can be retried. */
export const useSummary = (filter: Filter & { chart: string }) => {
  const { client } = useConsole()
  const [snapshot, send] = useMachine(listMachine, {
    input: {
      filter,
      limit: 1,
      load: async (asked, signal) => ({
        rows: [await client.call(summary, summary.body.parse(asked.filter), { signal })],
        next: null,
      }),
    },
  })
  const figures = snapshot.context.rows?.[0] as Summary | undefined
  const hasFailed = snapshot.matches({ page: 'failed' })
  const isBehind = figures !== undefined && figures.asOf.pos < figures.asOf.head

  const asked = JSON.stringify(filter)
  const ask = useEffectEvent(() => send({ type: 'filtered', filter, limit: 1 }))
  useEffect(() => ask(), [asked])
  useLive(filter.chart, undefined, () => send({ type: 'changed' }))
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
