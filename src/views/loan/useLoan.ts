import { useEffect, useEffectEvent } from 'react'
import { businessDay } from '../../machines/calendar.ts'
import { loan as endpoint } from '../../services/loan.ts'
import { useRecord } from '../detail/record/useRecord.ts'
import { useNow } from '../shared/format.ts'

/** One order's loan, live. A new business day reloads it, because what is owed grows without an event. */
export const useLoan = (orderNo: string) => {
  const { record, reload, ...rest } = useRecord(endpoint, { orderNo }, { kind: 'loan', id: orderNo })
  const day = businessDay(useNow())
  const dayBegan = useEffectEvent(() => {
    if (record && record.today < day) reload()
  })
  useEffect(() => dayBegan(), [day])
  return { record, reload, ...rest }
}
