import { sql } from 'kysely'
import type { Approval } from '../../machines/approval.facts.ts'
import { approvalMachine } from '../../machines/approval.ts'
import { businessDay } from '../../machines/calendar.ts'
import { blank, follow, type State } from '../../machines/kernel.ts'
import { filledWith } from '../../machines/smsText.ts'
import { smsValuesOf } from '../../machines/smsValues.ts'
import { sizeOf } from '../../services/smsSegments.ts'
import type { EventRow } from '../db/tables.ts'
import { idOfParts } from '../kit/hash.ts'
import { randomOf } from '../kit/random.ts'
import { mendOf } from '../message/wording.ts'
import type { Server } from '../server.ts'
import { recordOf } from '../store/events.ts'
import { apps } from './catalogue.ts'
import { messageStory, type MessageWorld } from './messageStory.ts'
import type { Timeline } from './timeline.ts'

const second = 1000
/** The template of the simulated lender that says what is to be mended. */
const mendText = 'demo-15'

/** An application that was sent back: the event, who did it and when, and the approval then. */
export type Returned = { event: string; by: string; at: number; person: string; state: State<Approval> }

/** Every time that one of the first `charted` applications was sent back. */
export const returnedApplications = async (
  { db }: Pick<Server, 'db'>,
  charted: number,
): Promise<readonly Returned[]> => {
  const { rows } = await sql<EventRow>`
    select * from es_event where stream in (
      select stream from es_event
      where type = 'returned' and stream like 'approval/%' and substr(stream, length('approval/LK260310') + 1)::int <= ${charted})
    order by stream, version`.execute(db.sql)
  return [...Map.groupBy(rows, ({ stream }) => stream).values()].flatMap(returnsOf)
}

const returnsOf = (rows: readonly EventRow[]): Returned[] => {
  let state: State<Approval> = blank(approvalMachine)
  return rows.flatMap((row) => {
    const one = recordOf(row)
    state = follow(approvalMachine, state, one)
    const { fact } = one
    const { person } = state.context.application!
    return fact.type === 'returned' ? [{ event: row.id, by: fact.by, at: fact.at, person, state }] : []
  })
}

/** Adds the message that asks the customer of each returned application, since there is a text for it. */
export const addMendMessages = async (
  world: MessageWorld & { timeline: Timeline },
  { channel, sender }: { channel: string; sender: string },
  returned: readonly Returned[],
): Promise<void> => {
  const { server, contacts, timeline } = world
  const { approved } = (await server.store.state(`smsTemplate/${mendText}`)).context
  const random = randomOf('loket mend messages')
  for (const { event, by, at, person, state } of returned) {
    const template = approved.findLast(({ approvedAt }) => approvedAt <= at)
    const record = contacts.known.get(person)?.record
    if (!template || !record) continue
    const { orderNo, personVersion, app } = state.context.application!
    const appName = apps.find(({ code }) => code === app)!.name
    const known = { name: record.name, bank: record.bank.name, appName, approval: state.context }
    const values = {
      ...smsValuesOf({ ...known, loan: undefined, today: businessDay(at) }),
      mend: mendOf(state, template.language),
    }
    const filled = filledWith(template.body, values, template.language)
    if ('unfilled' in filled) continue
    const id = idOfParts('mend', event)
    const sending = {
      id,
      at: at + second,
      author: by,
      template,
      segments: sizeOf(filled.text).segments,
      terms: {
        orderNo,
        person,
        personVersion,
        app,
        text: mendText,
        textVersion: template.number,
        channel,
        category: template.category,
        sender,
        batch: null,
      },
    }
    timeline.add(messageStory(world, sending, random.fork(id)))
  }
}
