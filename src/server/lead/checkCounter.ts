import { sql } from 'kysely'
import type { Counter } from '../store/counter.ts'

declare module '../db/tables.ts' {
  interface Tables {
    lead_check: { checked_lead: string; check_state: string; last_import: number }
  }
}

/**
 * Keeps the state of the last check of each lead beside the lead's last import, by which the list of leads is sorted:
 * otherwise a list by checks reads all leads that were imported since.
 */
export const checkCounter: Counter = {
  name: 'lead_check',
  tables: {
    lead_check: ({ checked_lead: lead }: { checked_lead: string }) =>
      `checks of leads: that of ${lead} is not what its events say`,
  },
  count: async (tx, after, upTo) => {
    await sql`
      with told as (
        select distinct split_part(stream, '/', 1) as kind, split_part(stream, '/', 2) as id from es_event
        where pos > ${after} and pos <= ${upTo} and (stream like 'quality/%' or stream like 'lead/%' and type = 'requestedAgain')
      ),
      touched as (
        select id as lead from told where kind = 'lead'
        union select quality.lead from told join quality using (id) where kind = 'quality'
      )
      insert into lead_check (checked_lead, check_state, last_import)
      select touched.lead, split_part(last.state, '.', 1), import.at
      from touched
      cross join lateral (
        select (
            select state from es_event where stream = first.stream and pos <= ${upTo} order by version desc limit 1
          ) as state
        from quality join es_event first on first.stream = 'quality/' || quality.id and first.version = 1 and first.pos <= ${upTo}
        where quality.lead = touched.lead
        order by quality.sampled_at desc, quality.id desc limit 1
      ) last
      cross join lateral (
        select at from es_event
        where stream = 'lead/' || touched.lead and type in ('leadImported', 'requestedAgain') and pos <= ${upTo}
        order by version desc limit 1
      ) import
      on conflict (checked_lead) do update set check_state = excluded.check_state, last_import = excluded.last_import`.execute(
      tx,
    )
  },
}
