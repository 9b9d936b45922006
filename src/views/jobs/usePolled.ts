import type { Filter } from '../../machines/list.ts'
import type { DataOf, Endpoint, InputOf } from '../../services/endpoint.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { usePoll, whileVisible } from '../shared/usePoll.ts'

const everyMs = 1000
const everyLostMs = 5000
/** A job that nobody began on this page, as the file of a plan, comes into sight within this time. */
const everyIdleMs = 30_000

/**
 * An endpoint's jobs, polled often while any of them runs, because the change feed does not report them. `lost` is the
 * error of the last poll; polling continues.
 */
export const usePolled = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> & Filter,
  isOver: (data: DataOf<E>) => boolean,
) => {
  const { record, error, lost, retry, reload } = useRecord(endpoint, input, { kind: endpoint.id, id: '' })
  const isWaiting = record !== undefined && !isOver(record)
  const waitedMs = lost === undefined ? everyMs : everyLostMs
  usePoll(isWaiting ? reload : whileVisible(reload), isWaiting ? waitedMs : everyIdleMs)
  return { record, error, lost: isWaiting ? lost : undefined, retry, reload }
}
