import { useState } from 'react'
import { detail as endpoint } from '../../services/approve.ts'
import { usePast } from '../detail/past.ts'
import { useRecord } from '../detail/useRecord.ts'

/** One application, live, as it is or as it was after the step that the URL names. */
export const useApplication = (orderNo: string) => {
  const { at } = usePast()
  const wanted = { orderNo, ...(at && { at }) }
  // Once its payout is sent an approval stands.
  const { record, ...rest } = useRecord(endpoint, wanted, { kind: ['approval', 'payout'], id: orderNo })
  // While another step is on its way the one before it stays.
  const [last, setLast] = useState(record)
  if (record && record !== last) setLast(record)
  return { detail: record ?? last, ...rest }
}
