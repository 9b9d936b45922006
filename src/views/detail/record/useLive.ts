import { useEffect, useEffectEvent } from 'react'
import { useConsole } from '../../shared/console.ts'
import { hearNews } from '../command/commands.ts'

/**
 * Calls back when a record of the kinds, or the one with this id, may have changed: by the feed, or by a command in
 * this window.
 */
export const useLive = (kind: string | readonly string[], id: string | undefined, onChange: () => void) => {
  const { changes } = useConsole()
  const changed = useEffectEvent((changedKind: string, changedId: string) => {
    if (changedKind === '*' || ([kind].flat().includes(changedKind) && (id === undefined || changedId === id)))
      onChange()
  })
  useEffect(() => changes.subscribe((change) => changed(change.kind, change.id)), [changes])
  useEffect(
    () =>
      hearNews((stream) => {
        const slash = stream.indexOf('/')
        changed(stream.slice(0, slash), stream.slice(slash + 1))
      }),
    [],
  )
}
