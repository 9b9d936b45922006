import { addDays, businessDay, dayStart } from '../../machines/calendar.ts'
import type { BodyOf, DataOf } from '../../services/endpoint.ts'
import * as lead from '../../services/lead.ts'
import { countRows } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import type { Call } from '../staff/call.ts'
import { leadLists } from './lists.ts'

type Parts = Pick<Server, 'db' | 'vault'>

/** Reads the call-backs that are due, and those of each day from today; the earliest of each. */
export const callBackCalendar = (server: Parts) => {
  const { filtered, shown } = leadLists(server)

  const read = async (filter: Parameters<typeof filtered>[0], by: string): Promise<lead.CallBacks> => {
    const found = filtered(filter, { by })
    const counted = await countRows(server.db, found, { by: 'call_at', exact: false })
    const first = found.selectAll().orderBy('call_at').orderBy('id').limit(lead.mostCallBacks)
    const rows = counted.count === 0 ? [] : await shown(await first.execute())
    return {
      ...counted,
      rows: rows.map(({ id, name, phone, callBack, callBackDue, sellerName }) => ({
        id,
        name,
        phone,
        callBack: callBack!,
        isDue: callBackDue,
        sellerName: sellerName!,
      })),
    }
  }

  return async (
    { from: first, mine }: BodyOf<typeof lead.callBacks>,
    { by, now }: Pick<Call<unknown>, 'by' | 'now'>,
  ): Promise<DataOf<typeof lead.callBacks>> => {
    const today = businessDay(now)
    // Call-backs of days gone are due.
    const from = businessDay(Math.max(first ?? now, now))
    const whose = mine ? { mine } : {}
    const days = Array.from({ length: lead.callBackDays }, (_, nth) => addDays(from, nth))
    return {
      today,
      due: await read({ ...whose, callBackDue: true }, by),
      days: await Promise.all(
        days.map(async (day) => ({
          day,
          ...(await read({ ...whose, callBackFrom: dayStart(day), callBackTo: dayStart(addDays(day, 1)) }, by)),
        })),
      ),
    }
  }
}
