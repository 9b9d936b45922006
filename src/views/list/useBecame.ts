import { useEffect, useEffectEvent, useState } from 'react'
import type { DataOf, Endpoint, InputOf } from '../../services/endpoint.ts'
import { hearNews } from '../detail/command/commands.ts'
import { useConsole } from '../shared/console.ts'
import type { Declaration, RowOf } from './declaration.ts'

type Became<List extends Endpoint> = Pick<Declaration<List>, 'list' | 'found' | 'keyOf' | 'subjectOf'>

/** Rows that have left the list, as they are now, and the own command that each left by. */
export const useBecame = <List extends Endpoint>(
  { list, found, keyOf, subjectOf }: Became<List>,
  { rows, left }: { rows: readonly RowOf<List>[] | null; left: readonly RowOf<List>[] },
) => {
  type Row = RowOf<List>
  const { client } = useConsole()
  const [own, setOwn] = useState<ReadonlyMap<string, string>>(new Map())
  const [now, setNow] = useState<ReadonlyMap<string, Row>>(new Map())

  const done = useEffectEvent((stream: string, event: string) => setOwn((known) => new Map(known).set(stream, event)))
  useEffect(() => hearNews((stream, news) => news.type === 'done' && done(stream, news.command.event)), [])

  const keys = left.map(keyOf)
  const find = useEffectEvent((row: Row, signal: AbortSignal) =>
    client.call(list, { ...found!(row), limit: 1 } as InputOf<List>, { signal }),
  )
  const leftRows = useEffectEvent(() => (found ? left : []))
  const asked = keys.join('\n')
  useEffect(() => {
    const gone = new AbortController()
    // A row that cannot be read any more stays as it was.
    void Promise.allSettled(leftRows().map((row) => find(row, gone.signal))).then((answers) => {
      if (gone.signal.aborted) return
      const now = answers.flatMap((answer) =>
        answer.status === 'fulfilled' ? (answer.value as DataOf<List> & { rows: Row[] }).rows : [],
      )
      setNow(new Map(now.map((row) => [keyOf(row), row])))
    })
    return () => gone.abort()
  }, [asked, keyOf])

  return {
    /** All rows to show. */
    shown:
      left.length === 0
        ? rows
        : (rows?.map((row) => (keys.includes(keyOf(row)) ? (now.get(keyOf(row)) ?? row) : row)) ?? null),
    /** The new state of each row that has left, as a locale key, by the row's key. */
    became: new Map(
      left.map((row) => {
        const subject = subjectOf?.(row)
        const event = subject && own.get(subject.stream)
        return [keyOf(row), event ? `${subject.process.words}:event.${event}` : 'list:gone']
      }),
    ),
  }
}
