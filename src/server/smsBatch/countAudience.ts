import { sql } from 'kysely'
import { sum } from '../../machines/allocation.ts'
import { idOf } from '../../machines/kernel.ts'
import type { SmsBatch } from '../../machines/smsBatch.ts'
import { versionInForce } from '../../machines/smsTemplate.ts'
import { sizeOf } from '../../services/smsSegments.ts'
import type { Filter, Exportables } from '../lists/exportable.ts'
import { allowedAt } from '../message/messageAttempt.ts'
import { type Recipient, wordedAll } from '../message/wording.ts'
import type { Server } from '../server.ts'
import { priceOn } from '../smsTemplate/senders.ts'
import type { Effect } from '../store/outbox.ts'

const rowsAtATime = 200

type Found = Pick<Recipient, 'person' | 'orderNo'> & { skip: string | null; segments: number }

/**
 * Counts the people whom a batch's filter finds, a page at a time: each once, with what the message would be for them by
 * their orders, or as leads, now and by the contact rules of its start.
 */
export const countAudience =
  (server: Server, lists: Exportables): Effect<'smsBatch'> =>
  async ({ stream }) => {
    const { db, store, clock } = server
    const id = idOf(stream)
    const { value, context } = await store.state(stream)
    const run = await db.sql.selectFrom('sms_batch_run').selectAll().where('batch', '=', id).executeTakeFirst()
    if ((value !== 'counting' && value !== 'countingPlanned') || !run) return undefined
    const { list: name, filter, apps, startAt } = context.terms!
    if (!run.is_counted) {
      const list = lists[name]!
      const { next, parts } = await list.page(
        {
          filter: { ...filter, ...(JSON.parse(run.secret) as Filter) },
          after: run.next === null ? null : (JSON.parse(run.next) as unknown),
          limit: rowsAtATime,
          columns: [],
        },
        { by: context.author, language: 'id', staff: { apps } },
      )
      const keys = (await Array.fromAsync(parts(), (some) => some.keys)).flat()
      const judgements = await judged(server, id, context, [...new Set(keys.map((key) => idOf(list.streamOf(key))))])
      // A page that is read again after a stop has people who are stored already. A batch that was cancelled meanwhile
      // has no run any more, and gets nobody.
      await sql`
        with run as (select from sms_batch_run where batch = ${id} for key share),
          there as (select count(*)::int as n from sms_batch_person where batch = ${id})
        insert into sms_batch_person (batch, person, n, order_no, skip, segments)
        select ${id}, one ->> 'person', there.n + ordinality, one ->> 'orderNo', one ->> 'skip', (one ->> 'segments')::int
        from run, there, jsonb_array_elements(${JSON.stringify(judgements)}::jsonb) with ordinality as listed (one, ordinality)
        on conflict (batch, person) do update
          set order_no = excluded.order_no, skip = excluded.skip, segments = excluded.segments
          where sms_batch_person.skip is not null and excluded.skip is null`.execute(db.sql)
      await db.sql
        .updateTable('sms_batch_run')
        .set(next === null ? { next, secret: '{}', is_counted: true } : { next: JSON.stringify(next) })
        .where('batch', '=', id)
        .execute()
      return { again: 0 }
    }
    const { people, sendable, segments, skipped } = await tallied(server, id)
    const price = await priceOn(db, startAt)
    const cost = segments * (price ?? 0)
    return { event: { type: 'audienceCounted', by: 'SYS', at: clock.now(), people, sendable, skipped, segments, cost } }
  }

/**
 * The people of some orders or leads to whom nothing would be sent yet, each with why not. Of several orders of a person
 * the first that the text is true for counts.
 */
const judged = async (server: Server, id: string, { terms }: SmsBatch, ids: readonly string[]): Promise<Found[]> => {
  const { app, startAt, category, byLaw = false } = terms!
  const recipients =
    app === undefined ? await ofOrders(server, id, ids) : ids.map((person) => ({ orderNo: null, person, app }))
  if (recipients.length === 0) return []
  const template = await server.store.state(`smsTemplate/${terms!.text}`)
  const version = versionInForce(String(template.value), template.context)
  if (version?.number !== terms!.textVersion)
    return eachOnce(recipients.map(({ person, orderNo }) => ({ person, orderNo, skip: 'oldText', segments: 0 })))
  const texts = await wordedAll(server, recipients, version, startAt)
  const abouts = recipients.map(({ person, orderNo }) => ({ id: '', person, orderNo, category, byLaw }))
  const allowed = await allowedAt(server, abouts, startAt)
  return eachOnce(
    recipients.map(({ person, orderNo }, nth): Found => {
      const text = texts[nth]!
      const skip = text.skip ?? allowed[nth]!.rule ?? null
      const segments = skip === null && text.skip === undefined ? sizeOf(text.wording).segments : 0
      return { person, orderNo, skip, segments }
    }),
  )
}

/** The orders among these of people to whom nothing would be sent yet. */
const ofOrders = async ({ db }: Pick<Server, 'db'>, id: string, orders: readonly string[]): Promise<Recipient[]> => {
  if (orders.length === 0) return []
  const rows = await db.sql
    .selectFrom('approval')
    .select(['order_no', 'person', 'app'])
    .where('order_no', 'in', orders)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('sms_batch_person')
            .select('n')
            .where('batch', '=', id)
            .whereRef('sms_batch_person.person', '=', 'approval.person')
            .where('skip', 'is', null),
        ),
      ),
    )
    .orderBy('order_no')
    .execute()
  return rows.map(({ order_no: orderNo, person, app }) => ({ orderNo, person, app }))
}

const eachOnce = (all: readonly Found[]): Found[] =>
  [...Map.groupBy(all, ({ person }) => person).values()].map(
    (several) => several.find(({ skip }) => skip === null) ?? several[0]!,
  )

const tallied = async ({ db }: Pick<Server, 'db'>, id: string) => {
  const rows = await db.sql
    .selectFrom('sms_batch_person')
    .select('skip')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .select((eb) => eb.fn.sum<number>('segments').as('segments'))
    .where('batch', '=', id)
    .groupBy('skip')
    .orderBy('skip')
    .execute()
  return {
    people: sum(rows.map(({ people }) => people)),
    sendable: sum(rows.filter(({ skip }) => skip === null).map(({ people }) => people)),
    segments: sum(rows.map(({ segments }) => segments)),
    skipped: Object.fromEntries(rows.flatMap(({ skip, people }) => (skip === null ? [] : [[skip, people]]))),
  }
}
