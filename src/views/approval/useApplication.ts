import { useState } from 'react'
import { detail as endpoint } from '../../services/approval.ts'
import { usePast } from '../detail/record/past.ts'
import { useRecord } from '../detail/record/useRecord.ts'

/** One application, live, at present or after the step in the URL. */
export const useApplication = (orderNo: string) => {
  const { at } = usePast()
  const wanted = { orderNo, ...(at && { at }) }
  // An approval cannot change once its payout is sent.
  const { record, ...rest } = useRecord(endpoint, wanted, { kind: ['approval', 'payout'], id: orderNo })
  // The previous step stays visible while another one loads.
  const [last, setLast] = useState(record)
  if (record && record !== last) setLast(record)
  return { detail: record ?? last, ...rest }
}
