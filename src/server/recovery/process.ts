import { sql } from 'kysely'
import * as its from '../../services/recovery.ts'
import type { Process } from '../process.ts'
import type { Server } from '../server.ts'
import { recoveryCounter } from './counter.ts'
import { recoveryExports } from './exports.ts'
import { recoveryFigures } from './figures.ts'
import { hoursCounter } from './hours.ts'
import { recoveryLists } from './lists.ts'
import { recoverySummary } from './summary.ts'

const recoveryHandlers = (server: Server) => {
  const { handle, db } = server
  const { holdings, attempts, promises, credits, placements, complaints, standings, hours } = recoveryLists(server)
  handle(its.holdings.list, holdings.page)
  handle(its.holdings.count, holdings.count)
  handle(its.attempts.list, attempts.page)
  handle(its.attempts.count, attempts.count)
  handle(its.promises.list, promises.page)
  handle(its.promises.count, promises.count)
  handle(its.credits.list, credits.page)
  handle(its.credits.count, credits.count)
  handle(its.placements.list, placements.page)
  handle(its.placements.count, placements.count)
  handle(its.complaints.list, complaints.page)
  handle(its.complaints.count, complaints.count)
  handle(its.standings.list, standings.page)
  handle(its.standings.count, standings.count)
  handle(its.hours.list, hours.page)
  handle(its.hours.count, hours.count)
  const figures = recoveryFigures(server)
  handle(its.daily.list, figures.page)
  handle(its.daily.count, figures.count)
  handle(its.standingOfFigures, figures.standing)
  const summary = recoverySummary(server)
  handle(its.summary.list, summary.page)
  handle(its.summary.count, summary.count)

  handle(its.choices, async (_body, { staff: { company } }) => {
    const groups = await db.sql
      .selectFrom('collection_group')
      .select(['id', 'name', 'company'])
      // An agency's staff choose among their own.
      .$if(company !== undefined, (all) => all.where('company', '=', company!).where('company', '<>', ''))
      .orderBy('name')
      .execute()
    const people = await db.sql
      .selectFrom('collector')
      // Also where there is no group: a list of nothing is no SQL.
      .$if(company !== undefined, (all) => all.where(sql<boolean>`group_id = any(${groups.map(({ id }) => id)})`))
      .innerJoin('profile', 'profile.id', 'collector.id')
      .select(['profile.id', 'profile.name'])
      .orderBy('profile.name')
      .execute()
    return {
      collectors: people.map(({ id, name }) => ({ id: `staff/${id}`, name })),
      groups: groups.map(({ id, name }) => ({ id, name })),
      companies: [...new Set(groups.map(({ company }) => company))].filter((company) => company !== '').toSorted(),
    }
  })
}

/** The work and the recoveries of collection: its figures, and the rows behind each. */
export const recovery: Process = {
  counters: [recoveryCounter, hoursCounter],
  handlers: recoveryHandlers,
  exports: recoveryExports,
}
