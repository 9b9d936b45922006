import { useEffect, useEffectEvent } from 'react'
import type { Filter } from '../../machines/list.ts'
import type { DataOf, Endpoint, InputOf } from '../../services/endpoint.ts'
import { useRecord } from '../detail/useRecord.ts'

const everyMs = 1000
const everyLostMs = 5000

/**
 * What an endpoint says of jobs, asked again while any of them is on its way: the feed knows no owners, and tells nobody of them.
 * `lost` is why it says nothing now; it is asked on.
 */
export const usePolled = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> & Filter,
  isOver: (data: DataOf<E>) => boolean,
) => {
  const { record, error, lost, retry, reload } = useRecord(endpoint, input, { kind: endpoint.id, id: '' })
  const isWaiting = record !== undefined && !isOver(record)
  const isLost = lost !== undefined
  const again = useEffectEvent(reload)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => again(), isLost ? everyLostMs : everyMs)
    return () => clearInterval(timer)
  }, [isWaiting, isLost])
  return { record, error, lost: isWaiting ? lost : undefined, retry, reload }
}
