import { sql } from 'kysely'
import { addDays, dayStart } from '../../machines/calendar.ts'
import { idOf } from '../../machines/kernel.ts'
import type { ReportPlanTerms } from '../../machines/reportPlan.ts'
import { sendable } from '../../services/reportPlan.ts'
import { mayHave } from '../exports/rights.ts'
import { idOfParts } from '../kit/hash.ts'
import type { Exportables, Filter } from '../lists/exportable.ts'
import { policy } from '../policy.ts'
import type { Server } from '../server.ts'
import { type Staff, staffId } from '../staff/sessions.ts'
import type { Effect } from '../store/outbox.ts'

type Wanted = { plan: string; terms: ReportPlanTerms; day: string }

/** The finished days before a day. */
const filterOf = ({ report, days }: ReportPlanTerms, day: string): Filter => ({
  ...sendable[report as keyof typeof sendable].filter,
  daysFrom: dayStart(addDays(day, -days)),
  daysTo: dayStart(day),
})

/** Asks for a file of the report for each person of the role who may have one on that day. */
export const sendReports =
  (server: Server, lists: Exportables): Effect<'reportPlan'> =>
  async ({ stream }) => {
    const { store, clock, sessions } = server
    const { value, context } = await store.state(stream)
    const { terms, day, last } = context
    if (value !== 'active' || !terms || day === null || last?.day === day) return undefined
    const list = lists[sendable[terms.report as keyof typeof sendable].list.id]!
    const people = await peopleOf(server, terms.role)
    let files = 0
    for (const id of people) {
      const staff = await sessions.current(id)
      if (!staff || !mayHave(staff, list, false)) continue
      await askFor(server, lists, { plan: idOf(stream), terms, day }, staff)
      files += 1
    }
    return { event: { type: 'reportsSent', by: 'SYS', at: clock.now(), day, files, denied: people.length - files } }
  }

/** The active accounts with a role. */
const peopleOf = async ({ db }: Server, role: string): Promise<string[]> => {
  const rows = await db.sql
    .selectFrom('account')
    .select('id')
    .where('state', '=', 'active')
    .where(sql<boolean>`roles @> to_jsonb(${Number(role)}::int)`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => staffId(id))
}

/** The id of the export is the same at every try, so that a day has one file for each person. */
const askFor = async ({ store, clock }: Server, lists: Exportables, { plan, terms, day }: Wanted, staff: Staff) => {
  const { list: endpoint } = sendable[terms.report as keyof typeof sendable]
  const list = lists[endpoint.id]!
  const filter = filterOf(terms, day)
  const { id: asker, language } = staff
  const id = idOfParts(plan, day, asker)
  await store.send({
    stream: `export/${id}`,
    event: {
      type: 'exportPlanned',
      by: 'SYS',
      at: clock.now(),
      asker,
      plan,
      list: endpoint.id,
      title: list.title(filter),
      filter,
      narrowed: false,
      columns: Object.keys(list.columns),
      format: terms.format,
      language,
      rows: await list.count(filter, { by: asker, language, staff }),
      limit: policy.mostExported,
    },
    via: 'SYS',
    key: `reportPlan ${id}`,
    request: plan,
    writes: (tx) => tx.insertInto('export_run').values({ id, secret: '{}' }).execute(),
  })
}
