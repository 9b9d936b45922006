import { type RawBuilder, sql } from 'kysely'
import { lifecycles } from '../../machines/lifecycles.ts'
import { secondPersonStepsOf, leadingTo } from '../../machines/secondPerson.ts'
import * as secondPerson from '../../services/secondPerson.ts'
import { cap } from '../lists/keyset.ts'
import type { Server } from '../server.ts'
import { anOrderWithinScope, coveredByScope } from '../staff/appScope.ts'
import type { Call } from '../staff/call.ts'
import type { Staff } from '../staff/sessions.ts'

type Row = {
  kind: string
  id: string
  orderNo: string | null
  template: string | null
  amount: number | null
  proposer: string | null
  proposerName: string | null
  since: number
}

const steps = lifecycles.flatMap(({ name, machine }) =>
  secondPersonStepsOf(machine).map(({ place, event, interface: via }) => ({
    kind: name,
    place,
    step: event,
    via,
    led: leadingTo(machine, place),
  })),
)

const orders: Record<(typeof secondPerson.stepOrders)[number], RawBuilder<unknown>> = {
  age: sql`since, stream, place`,
  kind: sql`kind, place, since, stream`,
  '-amount': sql`amount desc nulls last, since, stream, place`,
}

export const secondPersonHandlers = ({ db, handle }: Server) => {
  /** One row for each record and state that the caller may answer, up to the cap. */
  const mine = (call: Call<Staff>) => {
    const permitted = steps.filter(({ via }) => call.staff.may(via))
    const conditions = [
      sql<boolean>`not ${call.by} = any(barred)`,
      ...anOrderWithinScope(call, sql`approval.order_no = consent.order_no`).map(
        (within) => sql<boolean>`(consent.order_no is null or ${within})`,
      ),
      ...coveredByScope(call).map((covered) => sql<boolean>`(apps is null or ${covered})`),
    ]
    return sql`
      select distinct on (stream, place) stream, kind, place, led, order_no, amount, barred
      from consent join jsonb_to_recordset(${JSON.stringify(permitted)}::jsonb)
        as permitted (kind text, place text, step text, led text[]) using (kind, place, step)
      where ${sql.join(conditions, sql` and `)}
      order by stream, place limit ${cap + 1}`
  }

  handle(secondPerson.list, async ({ sort = 'age', kind }, call) => {
    const tallies = await sql<{ kind: string; count: number }>`
      select kind || '/' || place as kind, count(*) as count from (${mine(call)}) mine
      group by kind, place order by kind, place`.execute(db.sql)
    const { rows } = await sql<Row>`
      select mine.kind || '/' || mine.place as kind, substr(mine.stream, length(mine.kind) + 2) as id,
        order_no as "orderNo", amount, barred[1] as proposer, profile.name as "proposerName", since,
        sms_template.name as template
      from (${mine(call)}) mine
      cross join lateral (
        select at as since from es_event where es_event.stream = mine.stream and type = any(mine.led)
        order by version desc limit 1) proposed
      left join sms_batch on mine.stream = 'smsBatch/' || sms_batch.id
      left join reminder on mine.stream = 'reminder/' || reminder.id
      left join sms_template on sms_template.id =
        coalesce(sms_batch.text, reminder.text, substring(mine.stream from '^smsTemplate/(.*)$'))
      left join profile on barred[1] = 'staff/' || profile.id
      where ${kind === undefined ? sql`true` : sql`mine.kind || '/' || mine.place = ${kind}`}
      order by ${orders[sort]} limit ${secondPerson.mostSteps}`.execute(db.sql)
    return { kinds: tallies.rows, ...sizeOf(tallies.rows.reduce((sum, { count }) => sum + count, 0)), rows }
  })

  handle(secondPerson.count, async (_body, call) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from (${mine(call)}) mine`.execute(db.sql)
    return sizeOf(rows[0]!.count)
  })
}

const sizeOf = (count: number) => ({ count: Math.min(count, cap), capped: count > cap })
