import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Stage } from '../../machines/reviewGroup.ts'
import { onShift, type Shift } from '../../machines/shifts.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import { createPollLoop } from '../kit/pollLoop.ts'
import { Refused } from '../kit/refused.ts'
import { policy } from '../policy.ts'
import type { Tx } from '../store/command.ts'
import { factOf } from '../store/events.ts'
import { createLease } from '../store/lease.ts'
import type { Store } from '../store/store.ts'
import { choose, type Choice, type Membership, type Ready, type Waiting } from './choose.ts'
import { holdsOf, mayDecide } from './people.ts'

const ordersAtATime = 100
const stages: readonly Stage[] = ['first', 'final']

type Parts = { db: Database; store: Store; clock: Clock; ids: () => string; log: Logger }
type OnDuty = Membership & { shifts: readonly Shift[] }
type Desk = Ready & { account: number; version: number; accountVersion: number }
type Order = Waiting & { version: number }
type Plan = { desks: Desk[]; choices: Choice<Order>[] }

/** Dispatches waiting orders to signed-in reviewers. A lease lets one server at a time do so; any can take over. */
export const createDispatch = ({ db, store, clock, ids, log }: Parts) => {
  const lease = createLease({ db, clock, name: 'dispatch', holder: ids() })

  /** Lists the reviewers who may get orders of a stage now, each with the groups that have capacity left. */
  const desksAt = async (stage: Stage): Promise<Desk[]> => {
    const now = clock.now()
    const { rows } = await sql<Omit<Desk, 'groups'> & { groups: OnDuty[] }>`
      select a.id as account, 'staff/' || a.id as id, w.version, a.version as "accountVersion", w.weight,
        ${holdsOf} as holds, coalesce(t.turn, 0) as turn, coalesce(t.pos, 0) as pos,
        (select coalesce(jsonb_agg(g), '[]') from review_group g
          where g.state = 'open' and g.stages ? ${stage} and g.members ? ('staff/' || a.id)) as groups
      from reviewer w join account a on a.id = w.id and a.state = 'active'
      left join review_turn t on t.reviewer = 'staff/' || a.id
      where w.state = 'atWork' and w.weight > 0 and ${mayDecide(stage)}`.execute(db.sql)
    return rows
      .map((desk) => ({
        ...desk,
        groups: desk.groups.filter(({ shifts, capacity }) => capacity > desk.holds && onShift(shifts, now)),
      }))
      .filter(({ groups }) => groups.length > 0)
  }

  /** Lists the longest-waiting orders that at least one of these reviewers may take. */
  const waitingFor = async (stage: Stage, desks: readonly Desk[]) => {
    const able = desks.map(({ id, groups }) => ({
      id,
      apps: groups.some(({ apps }) => apps.length === 0) ? null : groups.flatMap(({ apps }) => apps),
    }))
    const { rows } = await sql<Omit<Order, 'had'>>`
      select a.order_no as "orderNo", a.version, a.app, a.first_reviewer as "firstReviewer" from (
        select order_no from approval
        where stage = ${`${stage}Review`} and state = ${`${stage}Review.wait`} and exists (
          select from jsonb_to_recordset(${JSON.stringify(able)}::jsonb) desk (id text, apps jsonb)
          where (desk.apps is null or desk.apps ? approval.app) and desk.id is distinct from approval.first_reviewer)
        order by since, order_no limit ${ordersAtATime}
      ) oldest join approval a using (order_no) order by a.since, a.order_no`.execute(db.sql)
    const had = await hadBefore(stage, rows)
    return rows.map((order): Order => ({ ...order, had: had.get(order.orderNo) ?? [] }))
  }

  /** Lists who held each order at this stage since it was last resubmitted or sent back. */
  const hadBefore = async (stage: Stage, orders: readonly { orderNo: string }[]) => {
    const had = new Map<string, string[]>()
    if (orders.length === 0) return had
    const taken = ['Claimed', 'Assigned', 'Reassigned', 'Dispatched'].map((how) => `${stage}${how}`)
    const events = await db.sql
      .selectFrom('es_event')
      .select(['stream', 'type', 'actor', 'at', 'data'])
      .where(
        'stream',
        'in',
        orders.map(({ orderNo }) => `approval/${orderNo}`),
      )
      .where('type', 'in', [...taken, 'resubmitted', 'sentBack'])
      .orderBy('stream')
      .orderBy('version')
      .execute()
    for (const event of events) {
      const orderNo = event.stream.slice('approval/'.length)
      const { to = event.actor } = factOf(event) as { to?: string }
      had.set(orderNo, taken.includes(event.type) ? [...(had.get(orderNo) ?? []), to] : [])
    }
    return had
  }

  const planFor = async (stage: Stage): Promise<Plan> => {
    const desks = await desksAt(stage)
    const orders = desks.length > 0 ? await waitingFor(stage, desks) : []
    return { desks, choices: orders.length > 0 ? choose(desks, orders) : [] }
  }

  const give = (
    stage: Stage,
    { order, to, turn, capacity }: Choice<Order>,
    { account, version, accountVersion }: Desk,
  ) =>
    store.send({
      stream: `approval/${order.orderNo}`,
      version: order.version,
      event: {
        type: `${stage}Dispatched`,
        by: 'SYS',
        at: clock.now(),
        to,
        claimTtl: policy.claimTtl,
      },
      via: 'SYS',
      key: `dispatch ${order.orderNo} ${order.version}`,
      // A reviewer who signs out or is disabled at this moment makes the append conflict.
      reads: [
        { stream: `reviewer/${account}`, version },
        { stream: `account/${account}`, version: accountVersion },
      ],
      writes: (tx, { pos }) => takeTurn(tx, { to, turn, capacity, pos }),
    })

  const dispatch = async (stage: Stage): Promise<number> => {
    let plan = await planFor(stage)
    if (plan.choices.length === 0) return 0
    if (!lease.isHeld()) {
      if (!(await lease.take())) return 0
      // Another server may have dispatched until now.
      plan = await planFor(stage)
    }
    const desks = new Map(plan.desks.map((desk) => [desk.id, desk]))
    const given = await Promise.allSettled(plan.choices.map((choice) => give(stage, choice, desks.get(choice.to)!)))
    // A refusal means that the order or the reviewer changed meanwhile: the next round reads them anew.
    const failed = given.find((one) => one.status === 'rejected' && !(one.reason instanceof Refused))
    if (failed?.status === 'rejected') throw failed.reason
    return given.filter(({ status }) => status === 'fulfilled').length
  }

  /** Dispatches up to 100 orders of each stage; answers how many were given. */
  const runDue = async (): Promise<number> => {
    let given = 0
    for (const stage of stages) given += await dispatch(stage)
    return given
  }

  const rounds = createPollLoop(
    async () => (await runDue()) > 0,
    (error) => log.error({ err: error }, 'orders could not be given out, will be tried again'),
  )
  const stop = async () => {
    await rounds.stop()
    // A lease that is not released expires by itself.
    await lease.leave().catch(() => {})
  }
  return { runDue, start: rounds.start, wake: rounds.wake, stop }
}

type Taken = { to: string; turn: number; capacity: number; pos: number }

/** Counts the claims again under the log's lock, to include those made by hand since the choice. Throws when full. */
const takeTurn = async (tx: Tx, { to, turn, capacity, pos }: Taken) => {
  const { rows } = await sql`
    insert into review_turn (reviewer, turn, pos) select ${to}, ${turn}::bigint, ${pos}::bigint
    where (select count(*) from approval where holder = ${to}) < ${capacity}
    on conflict (reviewer) do update set turn = excluded.turn, pos = excluded.pos returning reviewer`.execute(tx)
  if (rows.length === 0) throw new Refused(409, 'errors:stale')
}
