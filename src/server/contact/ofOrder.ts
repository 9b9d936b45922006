import { channels, type ContactEvent, purposes } from '../../machines/contact.facts.ts'
import { contactMachine } from '../../machines/contact.ts'
import { refusal } from '../../machines/kernel.ts'
import * as contact from '../../services/contact.ts'
import type { Server } from '../server.ts'
import { staffNames } from '../staff/names.ts'
import { factOf } from '../store/events.ts'
import { figuresOf, newestRecord, ruleOf } from './attempt.ts'
import { inForceFor } from './inForce.ts'
import { shownAs } from './lists.ts'
import { overdueOf } from './overdue.ts'
import { contactProjection } from './projection.ts'

/** How the customer of an order may be reached now, and every attempt so far. */
export const contactOfOrder = (server: Server, personOf: (orderNo: string) => Promise<string>) => {
  const { db, store, handle } = server

  handle(contact.ofOrder, async ({ orderNo }, { now: at }) => {
    const person = await personOf(orderNo)
    const stream = `contact/${person}` as const
    const state = await store.state(stream)
    const found = await newestRecord(server, person)
    const facts = {
      at,
      ...(await inForceFor(server, found?.record, at)),
      overdue: await overdueOf(server, orderNo, at),
    }
    const may = purposes.flatMap((purpose) =>
      channels.map((channel) => {
        const event = { type: 'attempted', by: 'SYS', purpose, channel, whom: 'self', ...facts }
        const why = refusal(contactMachine, state, event, 'SYS')
        return { purpose, channel, rule: why === undefined ? null : ruleOf(why), figures: figuresOf(facts) }
      }),
    )
    return { contact: shownAs(contactProjection.row(stream, state), found), now: may, log: await logOf(stream) }
  })

  /** The attempts of a person's record with their outcomes, the newest first. */
  const logOf = async (stream: string): Promise<contact.Entry[]> => {
    const events = (await store.history(stream)).map((row) => factOf(row) as ContactEvent)
    const names = await staffNames(
      db,
      events.map(({ by }) => by),
    )
    const outcomes = new Map(
      events.flatMap((event) => (event.type === 'outcomeNoted' ? [[event.attempt, event.outcome] as const] : [])),
    )
    return events
      .flatMap((event): contact.Entry[] => {
        const { type, by, at } = event
        if (type !== 'attempted' && type !== 'whereaboutsAsked' && type !== 'attemptBlocked') return []
        const { attempt, purpose, channel, whom, order } = event
        const outcome = outcomes.get(attempt) ?? null
        const rule = type === 'attemptBlocked' ? event.rule : null
        return [{ at, type, purpose, channel, whom, byName: names.get(by) ?? by, order, outcome, rule }]
      })
      .toReversed()
  }
}
