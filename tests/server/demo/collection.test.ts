import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { businessDay, daysBetween } from '../../../src/machines/calendar.ts'
import { verify } from '../../../src/server/maintenance/verify.ts'
import { recoveryCounter } from '../../../src/server/recovery/counter.ts'
import { catchUp } from '../../../src/server/store/counter.ts'
import * as approval from '../../../src/services/approval.ts'
import * as message from '../../../src/services/message.ts'
import * as smsTemplate from '../../../src/services/smsTemplate.ts'
import { oneEngine } from '../../kit/engines.ts'
import { withApp } from '../../kit/withApp.ts'

type Counted = { name: string; count: number }
type Told = { type: string; by: string; at: number; company: string | null; rule: string | null; way: string | null }

describe.each(oneEngine())('the collection of the simulated lender on $engine', ({ databaseUrl }) => {
  const { app } = withApp({ databaseUrl, orders: 600 })
  let told: Told[]
  beforeAll(async () => {
    const { rows } = await sql<Told>`
      select type, actor as by, at, data::jsonb ->> 'company' as company, data::jsonb ->> 'rule' as rule,
        data::jsonb ->> 'way' as way
      from es_event where split_part(stream, '/', 1) in ('recoveryCase', 'placement', 'contact', 'loan', 'message')
        and actor <> 'app/demo' or type = 'optedOut'`.execute(app.db.sql)
    told = rows
  })
  const count = (type: string) => told.filter((one) => one.type === type).length

  test('has no record whose time goes backwards', async () => {
    const { rows } = await sql<{ backwards: string }>`
      select distinct split_part(stream, '/', 1) || ': ' || type || ' after ' || before as backwards from (
        select stream, type, at, lag(at) over by_version as at_before, lag(type) over by_version as before
        from es_event window by_version as (partition by stream order by version)) moves
      where at < at_before order by 1`.execute(app.db.sql)
    expect(rows.map(({ backwards }) => backwards)).toEqual([])
  })

  test('is the work of twenty people, in-house and at two agencies, over four months', async () => {
    const { rows } = await sql<{ actor: string; company: string; day: string }>`
      select e.actor, g.company, e.at from es_event e join collector w on 'staff/' || w.id = e.actor
      join collection_group g on g.id = w.group_id where e.type = 'contacted' and e.stream like 'recoveryCase/%'`.execute(
      app.db.sql,
    )
    const people = Map.groupBy(rows, ({ actor }) => actor)
    expect(people.size).toBe(20)
    expect(new Set(rows.map(({ company }) => company))).toEqual(
      new Set(['', 'Agen Penagihan Timur', 'Agen Penagihan Barat']),
    )
    const most = Math.max(...[...people.values()].map((its) => its.length))
    expect(most).toBeLessThan(rows.length / 4)
    const days = told.filter(({ type }) => type === 'contacted').map(({ at }) => businessDay(at))
    expect(daysBetween(days.toSorted()[0]!, days.toSorted().at(-1)!)).toBeGreaterThanOrEqual(120)
  })

  test.each([
    ['promiseKept', 10],
    ['promisePartlyKept', 1],
    ['promiseBroken', 15],
    ['held', 4],
    ['holdEnded', 1],
    ['holdLifted', 1],
    ['complained', 4],
    ['retained', 2],
    ['reassigned', 2],
    ['placementConfirmed', 4],
    ['placementRecalled', 1],
    ['placementExpired', 1],
    ['placementSettled', 1],
    ['repaymentReversed', 3],
    ['reductionApproved', 1],
    ['episodeReopened', 2],
  ])('has events %s, at least %i', (type, least) => {
    expect(count(type)).toBeGreaterThanOrEqual(least)
  })

  test('has its contacts within the rules, and what the rules forbade as blocked', () => {
    const blocked = Map.groupBy(
      told.filter(({ type }) => type === 'attemptBlocked'),
      ({ rule }) => rule,
    )
    expect([...blocked.keys()]).toEqual(expect.arrayContaining(['withinHours', 'notDayOff', 'spaced']))
  })

  test('credits what came to people of the lender and to agencies, and takes back what was reversed', async () => {
    await catchUp(app.db, [recoveryCounter])
    const { rows } = await sql<{ own: number; agencies: number; back: number }>`
      select sum(amount) filter (where company = '' and collector <> '')::bigint as own,
        sum(amount) filter (where company <> '')::bigint as agencies,
        sum(amount) filter (where amount < 0)::bigint as back
      from recovery_credit`.execute(app.db.sql)
    const [{ own, agencies, back }] = rows as [(typeof rows)[number]]
    expect(own).toBeGreaterThan(agencies)
    expect(agencies).toBeGreaterThan(0)
    expect(back).toBeLessThan(0)
  })

  test('has a rate of recovery for each agency, and promises of which a fifth at least is kept', async () => {
    const { rows } = await sql<{ company: string; recovered: number; placed: number }>`
      select company, sum(balance)::bigint as placed, (select coalesce(sum(amount), 0)::bigint from recovery_credit c
        where c.company = p.company and placement > 0) as recovered
      from recovery_placement p group by 1`.execute(app.db.sql)
    expect(rows.length).toBe(2)
    for (const { company, recovered, placed } of rows) expect(recovered / placed, company).toBeGreaterThan(0.05)
    const judged = ['promiseKept', 'promisePartlyKept', 'promiseBroken'].reduce((sum, type) => sum + count(type), 0)
    expect(count('promiseKept') / judged).toBeGreaterThan(0.2)
  })

  test('has targets of each group: earlier ones, those in force, and those that are ahead', async () => {
    const groups = await app.db.sql.selectFrom('collection_group').select(['name', 'targets']).execute()
    expect(groups.length).toBe(5)
    for (const { name, targets } of groups) {
      const from = targets!.map((one) => one.from)
      expect(from.length, name).toBe(3)
      const today = businessDay(app.clock.now())
      expect(from.map((day) => day > today)).toEqual([false, false, true])
    }
  })

  test('has a batch that waits for its author, and one for a second person, each with its audience', async () => {
    const { rows } = await sql<{ state: string; people: number; counted: number }>`
      select state, (count ->> 'people')::int as people,
        (select count(*)::int from sms_batch_person where batch = b.id) as counted
      from sms_batch b where state in ('draft', 'pendingApproval') order by 1`.execute(app.db.sql)
    expect(rows.map(({ state }) => state)).toEqual(['draft', 'pendingApproval'])
    for (const { people, counted } of rows) {
      expect(people).toBeGreaterThan(0)
      expect(counted).toBe(people)
    }
  })

  test('leaves no problem in the log, and no job of what is over', async () => {
    expect((await verify(app.db)).problems).toEqual([])
    const { rows } = await sql<{ name: string }>`
      select distinct name from es_effect where name in ('tellCase', 'tellPlacement')`.execute(app.db.sql)
    expect(rows).toEqual([])
  })

  const counted = async (query: ReturnType<typeof sql<Counted>>) =>
    Object.fromEntries((await query.execute(app.db.sql)).rows.map(({ name, count: found }) => [name, Number(found)]))

  test('has messages: months of reminders with receipts, failures and silence', async () => {
    const events = await counted(sql`select type as name, count(*) as count from es_event
      where stream like 'message/%' group by 1`)
    const leasts = {
      messageBatched: 200,
      messageDelivered: 150,
      messageUndelivered: 3,
      messageRefused: 1,
      receiptMissing: 2,
      answerMissing: 1,
      messageSkipped: 10,
    }
    for (const [type, least] of Object.entries(leasts)) expect(events[type], type).toBeGreaterThanOrEqual(least)
    const { rows } = await sql<{ at: number }>`select at from es_event where type = 'remindersMade'`.execute(app.db.sql)
    const days = rows.map(({ at }) => businessDay(at)).toSorted()
    expect(daysBetween(days[0]!, days.at(-1)!)).toBeGreaterThanOrEqual(100)
  })

  test('has the messages of the batches, each person once, and a batch has made what it counted', async () => {
    const { rows } = await sql<{ made: number; people: number; messages: number }>`
      select (e.data::jsonb ->> 'made')::int as made, (c.data::jsonb ->> 'people')::int as people,
        (select count(distinct person)::int from message where 'smsBatch/' || batch = e.stream) as messages
      from es_event e join es_event c on c.stream = e.stream and c.type = 'audienceCounted'
      where e.type = 'batchCompleted'`.execute(app.db.sql)
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter(({ made, people, messages }) => made !== people || made !== messages)).toEqual([])
  })

  test('has people who opted out by the app, by a link and through staff, and attempts that a rule forbade', async () => {
    const ways = await counted(sql`select coalesce(data::jsonb ->> 'way', type) as name, count(*) as count from es_event
      where type in ('optedOut', 'marketingBarred', 'contactBarred') group by 1`)
    for (const way of ['app', 'link', 'marketingBarred']) expect(ways[way], way).toBeGreaterThan(0)
    const rules = await counted(sql`select data::jsonb ->> 'rule' as name, count(*) as count from es_event
      where type = 'attemptBlocked' group by 1`)
    for (const rule of ['consentStands', 'withinHours', 'notDayOff', 'spaced'])
      expect(rules[rule], rule).toBeGreaterThan(0)
  })

  test('has no job that sends a message of the past', async () => {
    const jobs = () =>
      app.db.sql
        .selectFrom('es_effect')
        .select('name')
        .where('name', 'in', ['sendMessage', 'makeReminders', 'makeMessages', 'countAudience'])
        .execute()
    expect(await jobs()).toEqual([])
    const messages = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from es_event where stream like 'message/%'`.execute(
          app.db.sql,
        )
      ).rows[0]!.n
    const before = await messages()
    await app.settle()
    expect(await messages()).toBe(before)
  })

  test('has a text that the law requires, and leads who agreed to text messages', async () => {
    const { rows } = await (await app.login('collectionLead')).data(smsTemplate.list, { state: 'approved' })
    expect(rows.filter(({ marks }) => marks.includes('byLaw'))).toMatchObject([{ category: 'service', inForce: 1 }])
    const agreed = await counted(sql`select split_part(stream, '/', 1) as name, count(*) as count from es_event
      where type = 'consentGiven' and data::jsonb ->> 'channel' = 'sms'
        and split_part(stream, '/', 2) in (select id from lead) group by 1`)
    expect(agreed['contact']).toBeGreaterThan(50)
  })

  test('has asked each customer whose application was sent back, and asks the next one', async () => {
    const asking = (await (await app.login('collectionLead')).data(smsTemplate.list, { words: '{mend}' })).rows[0]!
    const { rows } = await sql<{ asked: number }>`
      select (select count(*)::int from message m
        where m.text = ${asking.id} and 'approval/' || m.order_no = e.stream and m.author = e.actor) as asked
      from es_event e where e.type = 'returned' and e.at > ${asking.approvedAt}`.execute(app.db.sql)
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.filter(({ asked }) => asked === 0)).toEqual([])

    const reviewer = await app.login('reviewer1')
    const { order_no: orderNo, version } = await app.db.sql
      .selectFrom('approval')
      .select(['order_no', 'version'])
      .where('state', '=', 'firstReview.wait')
      .orderBy('order_no', 'desc')
      .executeTakeFirstOrThrow()
    await reviewer.data(approval.firstClaim, { orderNo, version })
    const verdict = { reason: 'documentUnreadable' as const, note: '', mend: ['idFront' as const] }
    await reviewer.data(approval.firstReturn, { orderNo, version: version + 1, ...verdict })
    await app.settle()
    const sent = await (await app.login('support')).data(message.list, { orderNo, text: asking.id })
    expect(sent.rows).toMatchObject([{ template: asking.name, reason: null, sentAt: app.clock.now() }])
  })
})
