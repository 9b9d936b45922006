import { sql } from 'kysely'
import { approvalTimes } from '../../machines/approvalRules.ts'
import { idOf } from '../../machines/kernel.ts'
import type { Stage } from '../../machines/reviewGroup.ts'
import { onShift, type Shift } from '../../machines/shifts.ts'
import type { Choice, Membership, Ready, Waiting } from '../dispatch/choose.ts'
import { ordersAtATime, type Queue, queueOf } from '../dispatch/dispatch.ts'
import { rulesAt } from '../inForce.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Tx } from '../store/command.ts'
import { factOf } from '../store/events.ts'
import { holdsOf, mayDecide } from './people.ts'

const stages: readonly Stage[] = ['first', 'final']

type OnDuty = Membership & { shifts: readonly Shift[] }
type Desk = Ready & { account: number; version: number; accountVersion: number }
type Order = Waiting & { version: number }

/** The orders that wait for each review, and the reviewers at work. */
export const reviewQueues = ({ db, store, clock }: Pick<Server, 'db' | 'store' | 'clock'>): Queue[] => {
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
      select a.order_no as "orderNo", a.version, a.app, a.first_reviewer as barred from (
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
      const orderNo = idOf(event.stream)
      const { to = event.actor } = factOf(event) as { to?: string }
      had.set(orderNo, taken.includes(event.type) ? [...(had.get(orderNo) ?? []), to] : [])
    }
    return had
  }

  const give = async (
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
        claimTtl: approvalTimes(await rulesAt({ db }, 'approvalRules', clock.now())).claimTtl,
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

  return stages.map((stage) =>
    queueOf<Desk, Order>({
      desks: () => desksAt(stage),
      waiting: (desks) => waitingFor(stage, desks),
      give: (choice, desk) => give(stage, choice, desk),
    }),
  )
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
