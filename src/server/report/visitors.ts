import { sql } from 'kysely'
import type { Counter } from '../store/counter.ts'
import { dayOf } from './cohort.ts'

type Device = { visitor: string }
type Row = { day: string; app: string; channel: string }

/**
 * Counts the devices by the day of their first visit, which a visit that is told late can move. What is known of each
 * device is kept beside the sums: an application names it in a stream of its own.
 */
export const visitorCounter: Counter = {
  name: 'report_visitor',
  tables: {
    report_device: ({ visitor }: Device) => `report of visitors: device ${visitor} is not what its events add up to`,
    report_visitor: ({ day, app, channel }: Row) =>
      `report of visitors: ${app} ${channel} of ${day} is not what its events add up to`,
  },
  count: async (tx, after, upTo) => {
    await sql`
      with fact as (
        select visitor, min(day) as day, (array_agg(app order by version) filter (where app is not null))[1] as app,
          (array_agg(channel order by version) filter (where channel is not null))[1] as channel,
          bool_or(registered) as registered, min(applied_on) as applied_on
        from (
          select split_part(stream, '/', 2) as visitor, version, data::jsonb ->> 'day' as day, data::jsonb ->> 'app' as app,
            data::jsonb ->> 'channel' as channel, type = 'registered' as registered, null as applied_on
          from es_event where pos > ${after} and pos <= ${upTo} and stream like 'visitor/%'
          union all
          select data::jsonb -> 'application' ->> 'visitor', version, null, null, null, false, ${dayOf(sql`at`)}
          from es_event where pos > ${after} and pos <= ${upTo} and stream like 'approval/%' and type = 'submitted'
        ) told
        where visitor is not null group by 1
      ),
      before as (select report_device.* from report_device join fact using (visitor)),
      now as (
        insert into report_device as known (visitor, day, app, channel, registered, applied_on)
        select * from fact
        on conflict (visitor) do update set day = least(known.day, excluded.day),
          app = coalesce(known.app, excluded.app), channel = coalesce(known.channel, excluded.channel),
          registered = known.registered or excluded.registered, applied_on = least(known.applied_on, excluded.applied_on)
        returning *
      )
      insert into report_visitor (day, app, channel, devices, registered, applied7, applied30)
      select day, app, channel, sum(weight), sum(weight * registered::int),
        sum(weight * coalesce(registered and applied_on::date - day::date <= 7, false)::int),
        sum(weight * coalesce(registered and applied_on::date - day::date <= 30, false)::int)
      from (select *, -1 as weight from before union all select *, 1 from now) device
      where day is not null
      group by 1, 2, 3
      on conflict (day, app, channel) do update set
        devices = report_visitor.devices + excluded.devices,
        registered = report_visitor.registered + excluded.registered,
        applied7 = report_visitor.applied7 + excluded.applied7,
        applied30 = report_visitor.applied30 + excluded.applied30`.execute(tx)
    // A day that its last device has left, which a larger batch would not have known.
    await sql`delete from report_visitor where devices = 0`.execute(tx)
  },
}
