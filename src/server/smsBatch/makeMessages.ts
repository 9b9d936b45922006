import { idOf } from '../../machines/kernel.ts'
import { messageTimes } from '../../machines/messageRules.ts'
import type { SmsBatch } from '../../machines/smsBatch.ts'
import { rulesAt } from '../inForce.ts'
import { idOfParts } from '../kit/hash.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Command } from '../store/command.ts'
import type { Effect } from '../store/outbox.ts'

const peopleAtATime = 200
// So many messages of a batch wait at most: a pause stops soon, and none is stale before its turn.
const mostWaiting = 2000
const waitMs = 1000

/** The id of a person's message in a batch. It is the same at every try, so that each person has one. */
export const messageIdOf = (batch: string, person: string): string => idOfParts(batch, person)

/** Makes a batch's messages in pieces, and completes it when none of them waits any more. */
export const makeMessages =
  ({ db, store, clock }: Server): Effect<'smsBatch'> =>
  async ({ stream }) => {
    const id = idOf(stream)
    const { value, context } = await store.state(stream)
    const run = await db.sql.selectFrom('sms_batch_run').selectAll().where('batch', '=', id).executeTakeFirst()
    if (value !== 'sending' || !run) return undefined
    const { waiting } = await db.sql
      .selectFrom('message')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .where('batch', '=', id)
      .where('state', 'in', ['queued', 'sending'])
      .executeTakeFirstOrThrow()
    if (waiting >= mostWaiting) return { again: waitMs }
    const people = await db.sql
      .selectFrom('sms_batch_person')
      .leftJoin('approval', 'approval.order_no', 'sms_batch_person.order_no')
      .select(['n', 'sms_batch_person.person', 'sms_batch_person.order_no', 'person_version', 'app'])
      .where('batch', '=', id)
      .where('n', '>', run.made)
      .orderBy('n')
      .limit(peopleAtATime)
      .execute()
    if (people.length === 0) {
      if (waiting > 0) return { again: waitMs }
      const { made } = await db.sql
        .selectFrom('message')
        .select((eb) => eb.fn.countAll<number>().as('made'))
        .where('batch', '=', id)
        .executeTakeFirstOrThrow()
      return { event: { type: 'batchCompleted', by: 'SYS', at: clock.now(), made } }
    }
    const { staleTtl } = messageTimes(await rulesAt({ db }, 'messageRules', clock.now()))
    const outcomes = await store.append(
      people.map((one) => messageFor(id, context, one, { at: clock.now(), staleTtl })),
    )
    const refused = outcomes.find((outcome) => outcome instanceof Refused)
    if (refused) throw refused
    await db.sql
      .updateTable('sms_batch_run')
      .set({ made: people.at(-1)!.n })
      .where('batch', '=', id)
      .execute()
    return { again: 0 }
  }

/** A lead has no order, and so neither a version of a record nor an app. */
type Person = { person: string; order_no: string | null; person_version: number | null; app: string | null }

const messageFor = (
  batch: string,
  { terms, author }: SmsBatch,
  { person, order_no: orderNo, ...of }: Person,
  stamp: { at: number; staleTtl: number },
): Command => {
  const { text, textVersion, channel, category, sender, byLaw } = terms!
  const personVersion = of.person_version ?? 0
  const app = of.app ?? terms!.app!
  const content = {
    orderNo,
    person,
    personVersion,
    app,
    text,
    textVersion,
    channel,
    category,
    sender,
    batch,
    ...(byLaw && { byLaw }),
  }
  const id = messageIdOf(batch, person)
  return {
    stream: `message/${id}`,
    event: { type: 'messageBatched', by: author, ...content, ...stamp },
    via: 'SYS',
    key: `batch ${id}`,
    request: batch,
  }
}
