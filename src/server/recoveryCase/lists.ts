import { type RawBuilder, sql } from 'kysely'
import { addDays, businessDay, daysBetween } from '../../machines/calendar.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import { none } from '../../services/recovery.ts'
import type * as recoveryCase from '../../services/recoveryCase.ts'
import { everyDayBand, working } from '../../services/recoveryCase.ts'
import { customerFilter } from '../customers/customerFilter.ts'
import { maskedIn, withSealed } from '../customers/readMasked.ts'
import { between, is, within } from '../lists/conditions.ts'
import { beyond, countRows, inOrder, pageOf, pageSize } from '../lists/keyset.ts'
import { owedOn } from '../loan/owed.ts'
import type { Server } from '../server.ts'
import { type Onlooker, withinScope } from '../staff/appScope.ts'
import { staffNames } from '../staff/names.ts'

type Filter = Omit<BodyOf<typeof recoveryCase.count>, 'exact'>
type Parts = Pick<Server, 'db' | 'vault' | 'clock'>
/** More conditions on the rows. */
type Among = readonly RawBuilder<boolean>[]

const columns = { due: 'due', settledAt: 'settled_at', urgency: 'urgency' } as const
type Sorted = keyof typeof columns
const sortedBy = (sort: string) => sort.replace('-', '') as Sorted
/** The columns of an order. Cases of one credit are read along the settlements, which have the time beside them. */
const orderOf = (by: Sorted, { creditedTo }: Filter) =>
  by === 'settledAt' && creditedTo !== undefined ? ['credited_at', 'credited_order'] : [columns[by], 'order_no']

/** SQL: the cases whose due day is in a band of days overdue on a day. */
export const dueIn = (days: keyof typeof everyDayBand | undefined, today: string): RawBuilder<boolean>[] => {
  if (days === undefined) return []
  const [first, last] = everyDayBand[days]
  return [sql`due between ${addDays(today, -last)} and ${addDays(today, -first)}`]
}

/** SQL: what is left of an instalment that is due by a day, or on the due day that comes near. */
const dueBy = (today: string, due: RawBuilder<unknown>) =>
  sql<boolean>`standing = 'open' and instalment.due <= greatest(${today}, ${due})`

/** SQL: what is owed on a day of all that is due by then, in rupiah. */
export const owedBy = (today: string) => sql<number>`(
  select coalesce(sum(interest_left + principal_left + ${owedOn(today).fee} - fee_met), 0)
  from instalment where instalment.order_no = recovery_case.order_no
    and ${dueBy(today, sql`recovery_case.due`)})`

const mostOwed = 1e12
/**
 * SQL: how urgent a case is for its holder on a day. A broken promise comes first, then a promise and a call-back of the
 * day, then who was never contacted; among equals who owes most.
 */
const urgencyOn = (today: string) => sql<string>`case
    when promise_outcome = 'broken' then '0'
    when promise_outcome = 'open' and promise_day <= ${today} then '1'
    when call_back <= ${today} then '2'
    when attempts = 0 and promise_outcome is distinct from 'open' then '3'
    else '4' end || lpad((${mostOwed}::bigint - ${owedBy(today)})::text, 13, '0')`

/** Reads the cases a page at a time with what is owed today, and counts those that a filter finds. */
export const recoveryCaseLists = ({ db, vault, clock }: Parts) => {
  /** The cases, with how urgent each is when they are sorted by it. */
  const every = (urgency: RawBuilder<string | null> = sql<null>`null::text`) =>
    db.sql.selectFrom(db.sql.selectFrom('recovery_case').selectAll().select(urgency.as('urgency')).as('recovery_case'))

  /** SQL: the cases whose holder is in a group. They are found by their holders, for whom there is an index. */
  const heldIn = async (group: string | undefined): Promise<RawBuilder<boolean>[]> => {
    if (group === undefined) return []
    const members = await db.sql
      .selectFrom('collector')
      .select('id')
      .where((eb) => (group === none ? eb('group_id', 'is not', null) : eb('group_id', '=', group)))
      .execute()
    const isIn = sql<boolean>`holder = any(${members.map(({ id }) => `staff/${id}`)})`
    return [group === none ? sql<boolean>`(holder is null or not ${isIn})` : isIn]
  }

  /** To whom the payments that settled cases are credited. */
  const credited = () =>
    db.sql
      .selectFrom('recovery_settlement')
      .select([
        'order_no as credited_order',
        'settled_at as credited_at',
        'collector as credited_to',
        'company as credited_company',
      ])
      .as('credited')

  const filtered = (filter: Filter, onlooker: Onlooker, among: Among, urgency?: RawBuilder<string>) => {
    const { phase, kind, holder, stage, state, promise, company, app, outcome, dueFrom, dueTo } = filter
    const equal = Object.entries({ phase, kind, holder, stage, state, promise_outcome: promise, company, app, outcome })
    const conditions = [
      ...withinScope(onlooker, sql`order_no`),
      ...customerFilter(vault, filter),
      ...equal.flatMap(([column, value]) => is(column, value)),
      ...(filter.retained ? [sql<boolean>`retained_until is not null`] : []),
      ...(filter.working ? [sql<boolean>`state in (${sql.join([...working])})`] : []),
      ...within('due', dueFrom, dueTo),
      ...within('call_back', filter.callBackFrom, filter.callBackTo),
      ...between('settled_at', filter.settledFrom, filter.settledTo),
      ...dueIn(filter.days, businessDay(clock.now())),
      ...among,
    ]
    const { creditedTo } = filter
    return every(urgency)
      .$if(creditedTo !== undefined, (all) =>
        all
          .innerJoin(credited(), 'credited_order', 'order_no')
          .where('credited_to', '=', creditedTo === none ? '' : creditedTo!),
      )
      .where((eb) => eb.and(conditions))
  }

  /** Adds the customer, and what is owed on a day: the parts of what is due by then, or on the day that comes near. */
  const read = async (found: ReturnType<typeof filtered>, sort: string, today: string) => {
    const { fee, remaining } = owedOn(today)
    const isDue = dueBy(today, sql`page.due`)
    type Owed = Record<'interest' | 'principal' | 'fee' | 'remaining' | 'paid' | 'terms', number>
    const owed = sql<Owed & { term: number | null }>`
      lateral (select
        coalesce(sum(interest_left) filter (where ${isDue}), 0)::bigint as interest,
        coalesce(sum(principal_left) filter (where ${isDue}), 0)::bigint as principal,
        coalesce(sum(${fee} - fee_met) filter (where ${isDue}), 0)::bigint as fee,
        coalesce(sum(${remaining}), 0)::bigint as remaining, coalesce(sum(paid), 0)::bigint as paid,
        min(term) filter (where instalment.due = page.due) as term, coalesce(max(terms), 0) as terms
        from instalment where instalment.order_no = page.order_no)`.as<'owed'>(sql`owed`)
    const part = db.sql
      .selectFrom(found.selectAll('recovery_case').as('page'))
      .leftJoin('approval', 'approval.order_no', 'page.order_no')
      .leftJoin('placement', 'placement.order_no', 'page.order_no')
      .leftJoin(credited(), 'credited_order', 'page.order_no')
      .innerJoin(owed, (join) => join.onTrue())
      .selectAll(['page', 'owed'])
      .select([
        'approval.person_version',
        'placement.state as placement_state',
        'placement.version as placement_version',
        'credited_to',
        'credited_company',
      ])
    return withSealed(db, part)
      .orderBy(
        inOrder(
          [columns[sortedBy(sort)], 'order_no'].map((column) => `one.${column}`),
          sort,
        ),
      )
      .execute()
  }

  type Read = Awaited<ReturnType<typeof read>>[number]

  const shown = (row: Read, names: ReadonlyMap<string, string>, today: string): recoveryCase.RecoveryCase => {
    const { name, phone, nik } = maskedIn(row)
    const nameOf = (id: string | null) => id && (names.get(id) ?? id)
    const isSettled = row.phase === 'settled'
    return {
      orderNo: row.order_no,
      version: row.version,
      state: row.state,
      kind: row.kind,
      customer: name,
      phone,
      nik,
      app: row.app,
      product: row.product,
      stage: row.stage,
      due: row.due,
      daysOverdue: Math.max(0, daysBetween(row.due, today)),
      daysLeft: Math.max(0, daysBetween(today, row.due)),
      term: row.term,
      terms: row.terms,
      principal: row.principal,
      interest: row.interest,
      fee: row.fee,
      owed: row.principal + row.interest + row.fee,
      paid: row.paid,
      remaining: row.remaining,
      holder: row.holder,
      holderName: nameOf(row.holder),
      former: row.former_holder,
      formerName: nameOf(row.former_holder),
      attempts: row.attempts,
      contactedAt: row.contacted_at,
      outcome: row.outcome,
      callBack: row.call_back,
      promiseAmount: row.promise_amount,
      promiseDay: row.promise_day,
      promisePaid: row.promise_paid,
      promiseOutcome: row.promise_outcome,
      company: row.company,
      placedUntil: row.placed_until,
      placementState: row.placement_state,
      placementVersion: row.placement_version ?? 0,
      retainedUntil: row.retained_until,
      holdReason: row.hold_reason,
      holdUntil: row.hold_until,
      openedAt: row.opened_at,
      settledAt: row.settled_at,
      settlement: row.settlement,
      creditedTo: isSettled ? row.credited_to : null,
      creditedToName: isSettled ? nameOf(row.credited_to) || row.credited_company : null,
      tookDays: row.settled_at && daysBetween(businessDay(row.opened_at), businessDay(row.settled_at)),
    }
  }

  const cases = async (found: ReturnType<typeof filtered>, sort: string, today: string) => {
    const rows = await read(found, sort, today)
    const names = await staffNames(
      db,
      rows.flatMap(({ holder, former_holder: former, credited_to: credited }) => [holder, former, credited]),
    )
    return rows.map((row) => ({ row, shown: shown(row, names, today) }))
  }

  const page = async (
    {
      after,
      limit = pageSize,
      sort: asked,
      ...filter
    }: BodyOf<typeof recoveryCase.list> | (Filter & BodyOf<typeof recoveryCase.mine>),
    onlooker: Onlooker,
    among: Among = [],
  ) => {
    const sort = asked ?? (filter.phase === 'settled' ? '-settledAt' : 'due')
    const by = sortedBy(sort)
    const order = orderOf(by, filter)
    const today = businessDay(clock.now())
    const conditions = [...among, ...(await heldIn(filter.group))]
    const found = filtered(filter, onlooker, conditions, by === 'urgency' ? urgencyOn(today) : undefined)
      .where(beyond(order, sort, after && [after[by] ?? 0, after.orderNo]))
      .$if(by === 'settledAt', (all) => all.where('settled_at', 'is not', null))
      .orderBy(inOrder(order, sort))
      .limit(limit + 1)
    const { rows, next } = pageOf(await cases(found, sort, today), limit, ({ row }) => ({
      due: row.due,
      settledAt: row.settled_at,
      urgency: row.urgency,
      orderNo: row.order_no,
    }))
    return { rows: rows.map((one) => one.shown), next }
  }

  const count = async (
    { exact, ...filter }: BodyOf<typeof recoveryCase.count>,
    onlooker: Onlooker,
    among: Among = [],
  ) =>
    countRows(db, filtered(filter, onlooker, [...among, ...(await heldIn(filter.group))]), {
      by: orderOf(filter.phase === 'settled' ? 'settledAt' : 'due', filter)[0]!,
      exact,
    })

  /** The case of one order; undefined without one. */
  const ofOrder = async (orderNo: string) => {
    const [one] = await cases(every().where('order_no', '=', orderNo), 'due', businessDay(clock.now()))
    return one?.shown
  }

  return { page, count, ofOrder }
}
