import { type RawBuilder, sql } from 'kysely'

/** SQL: the Jakarta day of an instant as 'YYYY-MM-DD'. */
export const dayOf = (at: RawBuilder<unknown>) =>
  sql<string>`to_char(timestamp '1970-01-01' + ((${at} + 25200000) / 86400000) * interval '1 day', 'YYYY-MM-DD')`

/** SQL: `submitted`, the application of an order as it was made, joined by the order's number. */
export const joinSubmitted = (orderNo: RawBuilder<unknown>) => sql`
  join lateral (
    select at, data::jsonb -> 'application' as application from es_event
    where stream = 'approval/' || ${orderNo} and version = 1 limit 1
  ) submitted on true`

/** SQL: the columns of an application that reports are filtered by. */
export const asSubmitted = sql`
  application ->> 'app', application ->> 'channel', application ->> 'product', application ->> 'customerType'`
