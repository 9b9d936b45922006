import { useCallback, useEffect, useState } from 'react'
import { summary } from '../../services/dashboard.ts'
import type { DataOf } from '../../services/endpoint.ts'
import { useConsole } from '../shared/console.ts'

export type Summary = DataOf<typeof summary>

const everyMs = 500

/** The summary. It reloads after relevant changes, at most twice a second, and only while the page is visible. */
export const useSummary = () => {
  const { client, changes } = useConsole()
  const [{ data, error }, setState] = useState<{ data?: Summary; error?: unknown }>({})
  const [round, setRound] = useState(0)

  useEffect(() => {
    const gone = new AbortController()
    const load = async () => {
      try {
        const data = await client.call(summary, {}, { signal: gone.signal })
        if (!gone.signal.aborted) setState({ data })
      } catch (error) {
        if (!gone.signal.aborted) setState((state) => ({ ...state, error }))
      }
    }
    const refresh = coalesced(load, gone.signal)
    refresh()
    const unsubscribe = changes.subscribe(({ kind }) => {
      if (kind === 'approval' || kind === 'customerEdit' || kind === '*') refresh()
    })
    return () => {
      unsubscribe()
      gone.abort()
    }
  }, [client, changes, round])

  return { data, error, reload: useCallback(() => setRound((n) => n + 1), []) }
}

/** Coalesces calls: one run at a time, each in its own animation frame, followed by a pause. */
const coalesced = (run: () => Promise<void>, gone: AbortSignal) => {
  let isWanted = false
  let isBusy = false
  const work = async () => {
    isBusy = true
    while (isWanted && !gone.aborted) {
      isWanted = false
      await new Promise(requestAnimationFrame)
      if (!gone.aborted) await run()
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    isBusy = false
  }
  return () => {
    isWanted = true
    if (!isBusy) void work()
  }
}
