import { useState } from 'react'
import { ofOrder } from '../../services/payout.ts'
import { useRecord } from '../detail/record/useRecord.ts'

/** One order's payout, live, at present or at an instant (epoch ms). */
export const usePayout = (orderNo: string, until: number | undefined) => {
  const asked = { orderNo, ...(until !== undefined && { until }) }
  const { record, ...rest } = useRecord(ofOrder, asked, { kind: 'payout', id: orderNo })
  // The last record stays while another moment is loading.
  const [last, setLast] = useState(record)
  if (record && record !== last) setLast(record)
  return { record: record ?? last, ...rest }
}
