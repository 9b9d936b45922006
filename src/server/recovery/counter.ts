import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type CollectionGroup, followedBy, kindOf, type Targets } from '../../machines/collectionGroup.ts'
import { idOf } from '../../machines/kernel.ts'
import type { Tx } from '../store/command.ts'
import type { Counter } from '../store/counter.ts'
import { eventsUpTo, type ReplayRow } from '../store/streamPages.ts'
import { type Desk, type History, historyOf } from './history.ts'

const tableOf: Readonly<Record<keyof History, string>> = {
  holdings: 'recovery_holding',
  attempts: 'recovery_attempt',
  promises: 'recovery_promise',
  credits: 'recovery_credit',
  placements: 'recovery_placement',
  complaints: 'recovery_complaint',
  standings: 'recovery_standing',
  settlements: 'recovery_settlement',
}

/** Where each collector works at any log position up to one. */
export const desksUpTo = async (tx: Tx, upTo: number) => {
  const of = async (kind: 'collector' | 'collectionGroup') =>
    Map.groupBy(
      await eventsUpTo(tx, upTo)
        .where(sql`split_part(stream, '/', 1)`, '=', kind)
        .execute(),
      ({ stream }) => stream,
    )
  const collectors = await of('collector')
  const groups = await of('collectionGroup')
  const lastBefore = <Its>(
    events: readonly ReplayRow[] | undefined,
    pos: number,
    says: (event: ReplayRow) => boolean,
  ) => {
    const last = events?.findLast((event) => event.pos < pos && says(event))
    return last && (JSON.parse(last.data) as Its)
  }
  return (collector: string, pos: number): Desk => {
    const membership = lastBefore<{ group?: string }>(
      collectors.get(collector.replace('staff/', 'collector/')),
      pos,
      ({ type }) => type === 'groupJoined' || type === 'groupLeft',
    )
    const group = membership?.group ?? ''
    const terms = lastBefore<Pick<CollectionGroup, 'company' | 'target' | 'stages'>>(
      groups.get(`collectionGroup/${group}`),
      pos,
      ({ type }) => type === 'groupCreated' || type === 'groupChanged',
    )
    const { company = '', target = 0, stages } = terms ?? {}
    const targets = groups
      .get(`collectionGroup/${group}`)
      ?.filter((event) => event.pos < pos && event.type === 'targetsPlanned')
      .reduce((all: Targets[], { data }) => followedBy(all, JSON.parse(data) as Targets), [])
    return { group, company, target, targets, kind: stages ? kindOf(stages) : '' }
  }
}

const ordersAtATime = 200
/** The events of a loan that move money or what it pays off. */
const moving = [
  'repaid',
  'rolloverPaid',
  'repaymentReversed',
  'reductionApproved',
  'largeReductionApproved',
  'writtenOff',
]

/** The orders whose case moved, or whose loan's money did, after a log position and up to another. */
const touched = async (tx: Tx, after: number, upTo: number): Promise<string[]> => {
  const { rows } = await sql<{ order_no: string }>`
    select distinct split_part(stream, '/', 2) as order_no from es_event
    where pos > ${after} and pos <= ${upTo}
      and (stream like 'recoveryCase/%' or stream like 'placement/%' or (stream like 'loan/%' and type in (${sql.join(moving)})))`.execute(
    tx,
  )
  return rows.map(({ order_no }) => order_no)
}

const told =
  (what: string) =>
  ({ order_no, id }: { order_no: string; id: number }) =>
    `figures of collection: ${what} ${id} of order ${order_no} is not what the events tell`

/**
 * Tells the history of an order anew, from all its events, whenever one concerns it. So the rows do not depend on how the
 * log is divided.
 */
export const recoveryCounter: Counter = {
  // Servers from before migration 0129 count under another name.
  name: 'recovery.3',
  tables: Object.fromEntries(Object.values(tableOf).map((table) => [table, told(table.slice('recovery_'.length))])),
  count: async (tx, after, upTo) => {
    const orders = await touched(tx, after, upTo)
    if (orders.length === 0) return
    const deskOf = await desksUpTo(tx, upTo)
    for (let first = 0; first < orders.length; first += ordersAtATime) {
      const some = orders.slice(first, first + ordersAtATime)
      const streams = some.flatMap((orderNo) => [`loan/${orderNo}`, `recoveryCase/${orderNo}`, `placement/${orderNo}`])
      const events = await eventsUpTo(tx, upTo).where('stream', 'in', streams).execute()
      const byOrder = Map.groupBy(events, ({ stream }) => idOf(stream))
      const histories = some.map((orderNo) =>
        historyOf(
          orderNo,
          byOrder.get(orderNo)!.toSorted((one, other) => one.pos - other.pos),
          deskOf,
        ),
      )
      for (const [part, table] of Object.entries(tableOf)) {
        const rows = histories.flatMap((history): object[] => history[part as keyof History])
        await sql`delete from ${sql.table(table)} where order_no in (${sql.join(some)})`.execute(tx)
        await sql`
          insert into ${sql.table(table)}
          select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.map(columnsOf))})`.execute(
          tx,
        )
      }
      // Others wait for this process as well.
      await setImmediate()
    }
  },
}

/** A row under the names of its columns; `group` and `first` are words of SQL. */
export const columnsOf = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name === 'group' ? 'group_id' : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
