import * as quality from '../../services/quality.ts'
import { notFound } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'
import { stepOf } from '../staff/steps.ts'
import { qualityLists } from './lists.ts'

/** The details of an event in the history, beside the visit and its scorecard. */
const told = ['missed', 'evidence', 'complaint', 'reason']
const verdicts = ['checkPassed', 'checkFailed']

/** Serves one visit with its scorecard and history. */
export const qualityDetail = (server: Server) => {
  const { db, store, handle } = server
  const { one } = qualityLists(server)

  handle(quality.detail, async ({ id }) => {
    const stream = `quality/${id}` as const
    // Read before the history, so that the history holds every event that led to this state.
    const { version, context } = await store.state(stream)
    const row = await one(id)
    if (!row) throw notFound()
    const events = (await store.history(stream)).slice(0, version)
    // The second checker must not learn the first verdict.
    const first = row.state === 'second' ? events.findIndex(({ type }) => verdicts.includes(type)) : events.length
    const history = events.slice(0, first)
    const names = await staffNames(
      db,
      history.map(({ actor }) => actor),
    )
    const { pass, items, appeal } = context.visit!.card
    return {
      row,
      checkers: context.checkers,
      pass,
      appealDays: appeal,
      items,
      history: history.map((event) => {
        const step = stepOf(event, names)
        return {
          ...step,
          details: Object.fromEntries(Object.entries(step.details).filter(([name]) => told.includes(name))),
        }
      }),
    }
  })
}
