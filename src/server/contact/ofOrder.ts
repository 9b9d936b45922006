import { channels, type ContactEvent, purposes, type Wish } from '../../machines/contact.facts.ts'
import * as contact from '../../services/contact.ts'
import type { Server } from '../server.ts'
import { type Reach, reachable } from '../staff/appScope.ts'
import { staffNames } from '../staff/names.ts'
import { factOf } from '../store/events.ts'
import { newestRecord } from './attempt.ts'
import { contactSettingsOf, inForceIn } from './inForce.ts'
import { judge } from './judge.ts'
import { shownAs } from './lists.ts'
import { overdueOf } from './overdue.ts'
import { contactProjection } from './projection.ts'

// No emergency contact agreed: the rule that asks for it answers.
const nobody = '0/0'

/** How the customer of an order may be reached now, and every attempt so far. */
export const contactOfOrder = (server: Server, personOf: (orderNo: string) => Promise<string>) => {
  const { db, store, handle } = server

  handle(contact.ofOrder, async ({ orderNo }, { now: at, staff }) => {
    const person = await personOf(orderNo)
    const stream = `contact/${person}` as const
    const state = await store.state(stream)
    const found = await newestRecord(server, person)
    const settings = await contactSettingsOf(server)
    const overdue = await overdueOf(server, orderNo, at)
    const of = { state, settings, record: found?.record }
    const shown = shownAs(contactProjection.row(stream, state), found)
    const agreed = shown.relatives.find(({ confirmed }) => confirmed)?.relative ?? nobody
    const collecting = { purpose: 'collection', channel: 'phone', overdue } as const
    return {
      contact: shown,
      zone: inForceIn(settings, found?.record, at).zone,
      now: purposes.flatMap((purpose) =>
        channels.map((channel) => ({
          purpose,
          channel,
          ...judge(of, { type: 'attempted', purpose, channel, whom: 'self', overdue }, at),
        })),
      ),
      whereabouts: judge(of, { ...collecting, type: 'whereaboutsAsked', whom: agreed as Wish['whom'] }, at),
      log: await logOf(stream, staff.apps),
    }
  })

  /** The attempts of a person's record with their outcomes, the newest first; without orders beyond the app scope. */
  const logOf = async (stream: string, apps: Reach): Promise<contact.Entry[]> => {
    const events = (await store.history(stream)).map((row) => factOf(row) as ContactEvent)
    const names = await staffNames(
      db,
      events.map(({ by }) => by),
    )
    const outcomes = new Map(
      events.flatMap((event) => (event.type === 'outcomeNoted' ? [[event.attempt, event.outcome] as const] : [])),
    )
    const orders = events.flatMap((event) => ('order' in event && event.order !== null ? [event.order] : []))
    const open = await reachable(db, apps, orders)
    return events
      .flatMap((event): contact.Entry[] => {
        const { type, by, at } = event
        if (type !== 'attempted' && type !== 'whereaboutsAsked' && type !== 'attemptBlocked') return []
        const { attempt, purpose, channel, whom, order } = event
        const outcome = outcomes.get(attempt) ?? null
        const rule = type === 'attemptBlocked' ? event.rule : null
        const about = order !== null && open.has(order) ? order : null
        return [{ attempt, at, type, purpose, channel, whom, byName: names.get(by) ?? by, order: about, outcome, rule }]
      })
      .toReversed()
  }
}
