import { useState } from 'react'
import { ofOrder } from '../../services/loan.ts'
import { useRecord } from '../detail/useRecord.ts'

/** One order's payout, live, as it is or as it was at an instant. */
export const usePayout = (orderNo: string, until: number | undefined) => {
  const asked = { orderNo, ...(until !== undefined && { until }) }
  const { record, ...rest } = useRecord(ofOrder, asked, { kind: 'payout', id: orderNo })
  // While another moment is on its way the one before it stays.
  const [last, setLast] = useState(record)
  if (record && record !== last) setLast(record)
  return { record: record ?? last, ...rest }
}
