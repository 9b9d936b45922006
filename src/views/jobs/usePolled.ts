import { useEffect, useEffectEvent } from 'react'
import type { Filter } from '../../machines/list.ts'
import type { DataOf, Endpoint, InputOf } from '../../services/endpoint.ts'
import { useRecord } from '../detail/useRecord.ts'

const everyMs = 1000

/** What an endpoint says of jobs, asked again while any of them is on its way: the feed knows no owners, and tells nobody of them. */
export const usePolled = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> & Filter,
  isOver: (data: DataOf<E>) => boolean,
) => {
  const { record, error, retry, reload } = useRecord(endpoint, input, { kind: endpoint.id, id: '' })
  const isWaiting = record !== undefined && error === undefined && !isOver(record)
  const again = useEffectEvent(reload)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => again(), everyMs)
    return () => clearInterval(timer)
  }, [isWaiting])
  return { record, error, retry, reload }
}
