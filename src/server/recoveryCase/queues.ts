import { type RawBuilder, sql } from 'kysely'
import { sum } from '../../machines/allocation.ts'
import { businessDay } from '../../machines/calendar.ts'
import { type CollectionStage, collectionStages } from '../../machines/collectionStages.ts'
import type { Departure } from '../../machines/recoveryCase.facts.ts'
import { strategies } from '../../services/recovery.ts'
import { mayCollect, readsOf } from '../collector/people.ts'
import type { Choice, Waiting } from '../dispatch/choose.ts'
import { ordersAtATime, type Queue, queueOf } from '../dispatch/dispatch.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Tx } from '../store/command.ts'
import { type Desk, desksOf, givenOn, readyOf, type Work } from './desks.ts'
import { bookedStatements } from './statements.ts'

type Parts = Pick<Server, 'db' | 'store' | 'clock'>
type Case = Waiting & { version: number }

/** How the system chooses a holder. A change of the choice has another name, so that the two can be compared. */
const strategy = strategies.at(-1)!

/** The cases of one stage that wait, and the certified collectors at work for it; each company has its own. */
const waitingQueue =
  (parts: Parts, stage: CollectionStage): Queue =>
  async () => {
    // Most of the time nothing waits: who is at work, and what they hold, is not asked then.
    const first = await parts.db.sql
      .selectFrom('recovery_case')
      .select('order_no')
      .where('state', '=', 'open.unassigned')
      .where('stage', '=', stage)
      .limit(1)
      .executeTakeFirst()
    if (!first) return { size: 0, give: async () => [] }
    const now = parts.clock.now()
    const atWork = await desksOf(parts, businessDay(now), stage)
    const plans = await Promise.all(
      [...new Set(atWork.map(({ group }) => group.company))].map((company) => {
        const work = { stage, company }
        return companyQueue(parts, work, readyOf(atWork, work, now))()
      }),
    )
    return {
      size: sum(plans.map(({ size }) => size)),
      give: async () => (await Promise.all(plans.map(({ give }) => give()))).flat(),
    }
  }

const companyQueue = ({ db, store, clock }: Parts, { stage, company }: Work, ready: Desk[]): Queue => {
  const waiting = async (ready: readonly Desk[]): Promise<Case[]> => {
    const isAnyApp = ready.some(({ group: { apps } }) => apps.length === 0)
    const apps = ready.flatMap(({ group }) => group.apps)
    const rows = await db.sql
      .selectFrom('recovery_case')
      .select(['order_no', 'version', 'app', 'former_holder'])
      .where('state', '=', 'open.unassigned')
      .where('stage', '=', stage)
      .where('company', company === '' ? 'is' : '=', company || null)
      .$if(!isAnyApp, (all) => all.where('app', 'in', apps))
      .orderBy('due')
      .orderBy('order_no')
      .limit(ordersAtATime)
      .execute()
    return rows.map(({ order_no: orderNo, version, app, former_holder: former }) => ({
      orderNo,
      version,
      app,
      barred: null,
      had: former === null ? [] : [former],
    }))
  }

  const give = ({ order, to, turn, capacity, holds, left }: Choice<Case>, desk: Desk) => {
    const { cap, until, group } = desk
    const at = clock.now()
    const today = businessDay(at)
    return store.send({
      stream: `recoveryCase/${order.orderNo}`,
      version: order.version,
      event: {
        type: 'allotted',
        by: 'SYS',
        at,
        holder: to,
        company,
        group: group.id,
        stages: group.stages,
        apps: group.apps,
        capacity,
        holds,
        dailyCap: cap,
        givenToday: cap - left,
        certifiedUntil: until,
        strategy,
      },
      via: 'SYS',
      key: `allot ${order.orderNo} ${order.version}`,
      apart: to,
      reads: readsOf(desk),
      writes: (tx, { pos }) => takeTurn(tx, { to, turn, capacity, cap, today, pos }),
    })
  }

  return queueOf<Desk, Case>({ desks: async () => ready, waiting, give })
}

type Taken = { to: string; turn: number; capacity: number; cap: number; today: string; pos: number }

/** Counts the open cases and those of the day again under the log's lock. Throws when either limit is reached. */
const takeTurn = async (tx: Tx, { to, turn, capacity, cap, today, pos }: Taken) => {
  const { rows } = await sql`
    insert into case_turn as t (collector, turn, pos, day, given)
    select ${to}, ${turn}::bigint, ${pos}::bigint, ${today}, 1
    where (select count(*) from recovery_case where phase = 'open' and holder = ${to}) < ${capacity}
    on conflict (collector) do update set turn = excluded.turn, pos = excluded.pos, day = excluded.day,
      given = ${givenOn(today)} + 1
    where ${givenOn(today)} < ${cap} returning collector`.execute(tx)
  if (rows.length === 0) throw new Refused(409, 'errors:stale')
}

/** The states that a case leaves when its holder does. A promise is judged first. */
const left = ['open.assigned', 'open.following', 'open.held.assigned', 'open.held.following']

/** SQL: why the person of account `a` may hold no case on a day; null while they may. */
const departureOn = (today: string): RawBuilder<Departure | null> => sql`case
  when a.state <> 'active' or not ${mayCollect} then 'disabled'
  when g.id is null then 'groupLeft'
  when w.certified_until is null or w.certified_until < ${today} then 'certificateEnded' end`

/** The cases of those who may hold none any more, or none of this company: a promise outlasts the placement. */
const departures =
  ({ db, store, clock }: Parts): Queue =>
  async () => {
    const now = clock.now()
    const held = sql`c.phase = 'open' and c.state in (${sql.join(left)})`
    const { rows } = await sql<{ orderNo: string; version: number; reason: Departure }>`
    with person as (
      select 'staff/' || a.id as id, ${departureOn(businessDay(now))} as reason, g.company
      from account a left join collector w on w.id = a.id
      left join collection_group g on g.id = w.group_id and g.state = 'open')
    select c.order_no as "orderNo", c.version, reason from person p join recovery_case c on c.holder = p.id
    where reason is not null and ${held}
    union all
    select c.order_no, c.version, 'otherCompany' from recovery_case c join person p on p.id = c.holder
    where reason is null and c.company is not null and c.company <> p.company and ${held}
    union all
    select c.order_no, c.version, 'otherCompany' from person p join recovery_case c on c.holder = p.id
    where reason is null and p.company <> '' and c.company is null and ${held}
    limit ${ordersAtATime}`.execute(db.sql)
    return {
      size: rows.length,
      give: () =>
        Promise.allSettled(
          rows.map(({ orderNo, version, reason }) =>
            store.send({
              stream: `recoveryCase/${orderNo}`,
              version,
              event: { type: 'memberLeft', by: 'SYS', at: now, reason },
              via: 'SYS',
              key: `memberLeft ${orderNo} ${version}`,
            }),
          ),
        ),
    }
  }

/** The queues of cases: those of holders who left, promises whose bank statements are booked, then one for each stage. */
export const caseQueues = (parts: Parts): Queue[] => [
  departures(parts),
  bookedStatements(parts),
  ...collectionStages.map((stage) => waitingQueue(parts, stage)),
]

declare module '../db/tables.ts' {
  interface Tables {
    /** A row per collector: `turn` and `pos` order them, `given` counts the cases they got on `day`. */
    case_turn: { collector: string; turn: number; pos: number; day: string; given: number }
  }
}
