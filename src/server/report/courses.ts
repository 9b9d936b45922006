import { sql } from 'kysely'
import { idOf } from '../../machines/kernel.ts'
import { type Course, courseEvents, courseOf } from '../../machines/loan.course.ts'
import type { LoanEvent } from '../../machines/loan.facts.ts'
import type { Tx } from '../store/command.ts'
import { factOf } from '../store/events.ts'

/** The loans that a part of the log moved, as far as its last event knows them. */
export const coursesIn = async (tx: Tx, after: number, upTo: number): Promise<Map<string, Course>> => {
  const { rows } = await sql<{ stream: string; type: string; actor: string; at: number; data: string }>`
    with touched as (
      select distinct stream from es_event
      where pos > ${after} and pos <= ${upTo} and stream like 'loan/%' and type in (${sql.join(courseEvents)})
    )
    select stream, type, actor, at, data from touched
    cross join lateral (
      select type, actor, at, data, version from es_event
      where stream = touched.stream and pos <= ${upTo} and type in (${sql.join(courseEvents)}) offset 0
    ) e order by stream, version`.execute(tx)
  const streams = Map.groupBy(rows, ({ stream }) => idOf(stream))
  return new Map(
    [...streams].map(([orderNo, events]) => [orderNo, courseOf(events.map((event) => factOf(event) as LoanEvent))]),
  )
}
