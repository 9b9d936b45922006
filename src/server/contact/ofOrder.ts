import { channels, purposes, type Wish } from '../../machines/contact.facts.ts'
import * as contact from '../../services/contact.ts'
import { personOfOrder } from '../customers/personOfOrder.ts'
import type { Server } from '../server.ts'
import { knownOf } from './attempt.ts'
import { attemptLog } from './attemptLog.ts'
import { contactSettingsOf, inForceIn } from './inForce.ts'
import { judge } from './judge.ts'
import { shownAs } from './lists.ts'
import { attemptBy } from './ofStaff.ts'
import { overdueOf } from './overdue.ts'
import { contactProjection } from './projection.ts'

// No emergency contact agreed: the rule that asks for it answers.
const nobody = '0/0'

/** How the customer of an order may be reached now, and every attempt so far. */
export const contactOfOrder = (server: Server) => {
  const { store, handle } = server

  handle(contact.ofOrder, async ({ orderNo }, { now: at, staff }) => {
    const person = await personOfOrder(server.db, orderNo)
    const stream = `contact/${person}` as const
    const state = await store.state(stream)
    const found = (await knownOf(server, [person])).get(person)
    const settings = await contactSettingsOf(server)
    const overdue = await overdueOf(server, orderNo, at)
    const of = { state, settings, record: found?.record }
    const shown = shownAs(contactProjection.row(stream, state), found)
    const agreed = shown.relatives.find(({ confirmed }) => confirmed)?.relative ?? nobody
    const reader = await attemptBy(server, staff, orderNo)
    const collecting = { purpose: 'collection', channel: 'phone', overdue, ...reader } as const
    return {
      contact: shown,
      zone: inForceIn(settings, found?.record, at).zone,
      now: purposes.flatMap((purpose) =>
        channels.map((channel) => ({
          purpose,
          channel,
          ...judge(of, { type: 'attempted', purpose, channel, whom: 'self', overdue, ...reader }, at),
        })),
      ),
      whereabouts: judge(of, { ...collecting, type: 'whereaboutsAsked', whom: agreed as Wish['whom'] }, at),
      log: await attemptLog(server, stream, staff),
    }
  })
}
