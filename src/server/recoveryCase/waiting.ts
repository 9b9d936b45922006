import { type RawBuilder, sql } from 'kysely'
import { businessDay } from '../../machines/calendar.ts'
import { type CollectionStage, collectionStages } from '../../machines/collectionStages.ts'
import type { State } from '../../machines/kernel.ts'
import type { RecoveryCase } from '../../machines/recoveryCase.facts.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as recoveryCase from '../../services/recoveryCase.ts'
import { amountBands } from '../../services/recoveryCase.ts'
import { readsOf } from '../collector/people.ts'
import { choose } from '../dispatch/choose.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Onlooker } from '../staff/appScope.ts'
import { staffNames } from '../staff/names.ts'
import { certifiedOf, type Desk, type Floor, floorOf, whyWaits, type Work } from './desks.ts'
import { dueIn, owedBy, recoveryCaseLists } from './lists.ts'

type Waiting = Work & { orderNo: string; app: string; had: readonly string[] }

/** Whom a lead would give each of some cases, one after the other: limits and hours are left to the lead. */
const proposals = ({ desks, now }: Floor, cases: readonly Waiting[]): Map<string, Desk> => {
  const found = new Map<string, Desk>()
  for (const several of Map.groupBy(cases, ({ stage, company }) => `${stage} ${company}`).values()) {
    const certified = certifiedOf(desks, several[0]!, now)
    if (certified.length === 0) continue
    const unlimited = certified.map((desk) => ({
      ...desk,
      left: Infinity,
      groups: [{ apps: desk.group.apps, capacity: Infinity }],
    }))
    const choices = choose(
      unlimited,
      several.map((one) => ({ ...one, barred: null })),
    )
    for (const { order, to } of choices)
      found.set(
        order.orderNo,
        certified.find(({ id }) => id === to)!,
      )
  }
  return found
}

type Waits = { orderNo: string; app: string; stage: CollectionStage; company: string | null; former: string | null }
const waits = ({ orderNo, app, stage, company, former }: Waits): Waiting => ({
  orderNo,
  app,
  stage,
  company: company ?? '',
  had: former === null ? [] : [former],
})

/** Whom the list of waiting cases proposes for a case now. Throws 422 with the reason where there is nobody. */
export const proposedFor = async (server: Pick<Server, 'db' | 'clock'>, { context }: State<RecoveryCase>) => {
  const { orderNo, stage, formerHolder: former, placement } = context
  const { app } = context.order!
  const floor = await floorOf(server)
  const one = waits({ orderNo, app, stage, company: placement?.company ?? null, former })
  const proposed = proposals(floor, [one]).get(orderNo)
  if (proposed) return { holder: proposed.id, company: proposed.group.company, reads: readsOf(proposed) }
  const reason = `recoveryCase:why.${whyWaits(floor, one, app)}`
  throw new Refused(422, reason, { reason })
}

/** The cases that wait, each with why, and whom a lead would give it. */
export const waitingCases = (server: Pick<Server, 'db' | 'vault' | 'clock'>) => {
  const { db } = server
  const lists = recoveryCaseLists(server)
  type Only = Pick<BodyOf<typeof recoveryCase.waitingCount>, 'why' | 'amount' | 'days' | 'group'>
  type Filter = Omit<BodyOf<typeof recoveryCase.waitingCount>, 'exact' | keyof Only>
  const open = (filter: Filter) => ({ ...filter, phase: 'open' as const, state: 'open.unassigned' as const })

  /** SQL: the rows that wait for a reason. It follows from the stage, the company and the app alone. */
  const waitingFor = async (floor: Floor, why: recoveryCase.WaitReason | undefined): Promise<RawBuilder<boolean>[]> => {
    if (why === undefined) return []
    const apps = await db.sql.selectFrom('lending_app').select('code').execute()
    const placed = await db.sql
      .selectFrom('recovery_case')
      .select('company')
      .distinct()
      .where('company', 'is not', null)
      .execute()
    const found = collectionStages.flatMap((stage) =>
      ['', ...placed.map(({ company }) => company!)].flatMap((company) =>
        apps
          .filter(({ code }) => whyWaits(floor, { stage, company }, code) === why)
          .map(({ code: app }) => ({ stage, company, app })),
      ),
    )
    return [
      sql<boolean>`(stage, coalesce(company, ''), app) in (
        select stage, company, app from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
          as waits (stage text, company text, app text))`,
    ]
  }

  /** SQL: the cases that an open group may be given. */
  const fit = ({ groups }: Floor, id: string | undefined): RawBuilder<boolean>[] => {
    if (id === undefined) return []
    const group = groups.find((one) => one.id === id)
    if (!group) return [sql<boolean>`false`]
    const { stages, company, apps } = group
    return [
      sql<boolean>`stage = any(${company === '' ? stages.filter((stage) => stage !== 'm4') : stages})`,
      sql<boolean>`coalesce(company, '') = ${company}`,
      ...(apps.length > 0 ? [sql<boolean>`app = any(${apps})`] : []),
    ]
  }

  /** The names of those who held some cases in their episodes, the last one first, by order. */
  const formersOf = async (cases: readonly recoveryCase.RecoveryCase[]): Promise<Map<string, string[]>> => {
    const rows = await db.sql
      .selectFrom('recovery_holding')
      .innerJoin('recovery_case', 'recovery_case.order_no', 'recovery_holding.order_no')
      .select(['recovery_holding.order_no as orderNo', 'collector'])
      .where(sql<boolean>`recovery_holding.order_no = any(${cases.map(({ orderNo }) => orderNo)})`)
      .whereRef('recovery_holding.episode', '=', 'recovery_case.episode')
      .orderBy('recovery_holding.id', 'desc')
      .execute()
    const names = await staffNames(
      db,
      rows.map(({ collector }) => collector),
    )
    const before = Map.groupBy(rows, ({ orderNo }) => orderNo)
    return new Map(
      cases.map(({ orderNo, formerName }) => {
        const held = before.get(orderNo)?.map(({ collector }) => names.get(collector) ?? collector) ?? []
        // The holdings are counted a moment later than the case knows its last holder.
        return [orderNo, [...new Set([...(formerName ? [formerName] : []), ...held])]]
      }),
    )
  }

  /** The conditions that the other lists do not have. */
  const among = async (floor: Floor, { why, amount, days, group }: Only): Promise<RawBuilder<boolean>[]> => {
    const today = businessDay(floor.now)
    const owed = amount && amountBands[amount]
    return [
      ...(await waitingFor(floor, why)),
      ...fit(floor, group),
      ...dueIn(days, today),
      ...(owed ? [sql<boolean>`${owedBy(today)} >= ${owed[0]} and ${owedBy(today)} < ${owed[1]}`] : []),
    ]
  }

  const page = async (
    { why, amount, days, group, ...asked }: BodyOf<typeof recoveryCase.waiting>,
    onlooker: Onlooker,
  ) => {
    const floor = await floorOf(server)
    const { rows, next } = await lists.page(open(asked), onlooker, await among(floor, { why, amount, days, group }))
    const proposed = proposals(floor, rows.map(waits))
    const formers = await formersOf(rows)
    return {
      rows: rows.map((row): recoveryCase.WaitingCase => {
        const to = proposed.get(row.orderNo)
        return {
          ...row,
          why: whyWaits(floor, waits(row), row.app),
          proposed: to ? { id: to.id, name: to.name } : null,
          formers: formers.get(row.orderNo)!,
        }
      }),
      next,
    }
  }

  const count = async (
    { why, amount, days, group, exact, ...filter }: BodyOf<typeof recoveryCase.waitingCount>,
    onlooker: Onlooker,
  ) =>
    lists.count(
      { ...open(filter), ...(exact !== undefined && { exact }) },
      onlooker,
      await among(await floorOf(server), { why, amount, days, group }),
    )

  return { page, count }
}
