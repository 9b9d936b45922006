import { addDays, businessDay } from '../../machines/calendar.ts'
import { type LeadScript, onlyCode } from '../../machines/setting.facts.ts'
import * as lead from '../../services/lead.ts'
import { knownOf } from '../contact/attempt.ts'
import { attemptLog } from '../contact/attemptLog.ts'
import { contactSettingsOf, inForceIn } from '../contact/inForce.ts'
import { judge } from '../contact/judge.ts'
import { shownAs } from '../contact/lists.ts'
import { contactProjection } from '../contact/projection.ts'
import { rulesAt } from '../inForce.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'
import { stepOf } from '../staff/steps.ts'
import { leadLists } from './lists.ts'

/** Serves one lead with its history and its person's contact record, and whether its seller may reach them now. */
export const leadDetail = (server: Server) => {
  const { db, store, handle } = server
  const { one } = leadLists(server)

  const scriptOf = async (batch: string) => {
    const found = await db.sql
      .selectFrom('setting')
      .select(['code', 'in_force'])
      .where('kind', '=', 'leadScript')
      .where('code', 'in', [batch, onlyCode])
      .execute()
    const [script] = [batch, onlyCode].flatMap((code) => found.find((one) => one.code === code)?.in_force[0] ?? [])
    return (script as LeadScript | undefined)?.script ?? null
  }

  handle(lead.detail, async ({ id }, { now: at, staff }) => {
    const stream = `lead/${id}` as const
    // Read before the history, so that the history holds every event that led to this state.
    const { version, context } = await store.state(stream)
    const row = await one(id)
    if (!row) throw notFound()
    const history = (await store.history(stream)).slice(0, version)
    const names = await staffNames(
      db,
      history.map(({ actor }) => actor),
    )
    const state = await store.state(`contact/${id}`)
    const found = (await knownOf(server, [id])).get(id)
    const settings = await contactSettingsOf(server)
    const of = { state, settings, record: found?.record }
    const wish = { type: 'attempted', purpose: 'marketing', whom: 'self', overdue: null } as const
    const today = businessDay(at)
    const { horizon } = context.rules ?? (await rulesAt(server, 'leadRules', at))
    return {
      row,
      today,
      lastDay: addDays(today, horizon),
      script: await scriptOf(row.batch),
      zone: inForceIn(settings, found?.record, at).zone,
      now: lead.sellingChannels.map((channel) => ({ channel, ...judge(of, { ...wish, channel }, at) })),
      contact: shownAs(contactProjection.row(`contact/${id}`, state), found),
      log: await attemptLog(server, `contact/${id}`, staff),
      history: history.map((event) => stepOf(event, names)),
    }
  })
}
