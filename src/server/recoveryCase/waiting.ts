import { type RawBuilder, sql } from 'kysely'
import { type CollectionStage, collectionStages } from '../../machines/collectionStages.ts'
import type { State } from '../../machines/kernel.ts'
import type { RecoveryCase } from '../../machines/recoveryCase.facts.ts'
import type { BodyOf } from '../../services/endpoint.ts'
import type * as recoveryCase from '../../services/recoveryCase.ts'
import { choose } from '../dispatch/choose.ts'
import { Refused } from '../kit/refused.ts'
import type { Server } from '../server.ts'
import type { Onlooker } from '../staff/appScope.ts'
import { certifiedOf, type Desk, type Floor, floorOf, whyWaits } from './desks.ts'
import { recoveryCaseLists } from './lists.ts'

type Waiting = { orderNo: string; app: string; stage: CollectionStage; had: readonly string[] }

/** Whom a lead would give each of some cases, one after the other: limits and hours are left to the lead. */
const proposals = ({ desks, now }: Floor, cases: readonly Waiting[]): Map<string, Desk> => {
  const found = new Map<string, Desk>()
  for (const [stage, several] of Map.groupBy(cases, (one) => one.stage)) {
    const certified = certifiedOf(desks, stage, now)
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

const waits = (orderNo: string, app: string, stage: CollectionStage, former: string | null): Waiting => ({
  orderNo,
  app,
  stage,
  had: former === null ? [] : [former],
})

/** Whom the list of waiting cases proposes for a case now. Throws 422 with the reason where there is nobody. */
export const proposedFor = async (server: Pick<Server, 'db' | 'clock'>, { context }: State<RecoveryCase>) => {
  const { orderNo, stage, formerHolder } = context
  const { app } = context.order!
  const floor = await floorOf(server)
  const proposed = proposals(floor, [waits(orderNo, app, stage, formerHolder)]).get(orderNo)
  if (proposed) return { holder: proposed.id }
  const reason = `recoveryCase:why.${whyWaits(floor, stage, app)}`
  throw new Refused(422, reason, { reason })
}

/** The cases that wait, each with why, and whom a lead would give it. */
export const waitingCases = (server: Pick<Server, 'db' | 'vault' | 'clock'>) => {
  const { db } = server
  const lists = recoveryCaseLists(server)
  type Filter = Omit<BodyOf<typeof recoveryCase.waitingCount>, 'exact' | 'why'>
  const open = (filter: Filter) => ({ ...filter, phase: 'open' as const, state: 'open.unassigned' as const })

  /** SQL: the rows that wait for a reason. It follows from the stage and the app alone. */
  const waitingFor = async (floor: Floor, why: recoveryCase.WaitReason | undefined): Promise<RawBuilder<boolean>[]> => {
    if (why === undefined) return []
    const apps = await db.sql.selectFrom('lending_app').select('code').execute()
    const pairs = collectionStages.flatMap((stage) =>
      apps.filter(({ code: app }) => whyWaits(floor, stage, app) === why).map(({ code: app }) => ({ stage, app })),
    )
    return [
      sql<boolean>`(stage, app) in (
        select stage, app from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as waits (stage text, app text))`,
    ]
  }

  const page = async ({ why, ...asked }: BodyOf<typeof recoveryCase.waiting>, onlooker: Onlooker) => {
    const floor = await floorOf(server)
    const { rows, next } = await lists.page(open(asked), onlooker, await waitingFor(floor, why))
    const proposed = proposals(
      floor,
      rows.map(({ orderNo, app, stage, former }) => waits(orderNo, app, stage, former)),
    )
    return {
      rows: rows.map((row): recoveryCase.WaitingCase => {
        const { stage, app } = row
        const to = proposed.get(row.orderNo)
        return {
          ...row,
          why: whyWaits(floor, stage, app),
          proposed: to ? { id: to.id, name: to.name } : null,
        }
      }),
      next,
    }
  }

  const count = async ({ why, exact, ...filter }: BodyOf<typeof recoveryCase.waitingCount>, onlooker: Onlooker) =>
    lists.count(
      { ...open(filter), ...(exact !== undefined && { exact }) },
      onlooker,
      await waitingFor(await floorOf(server), why),
    )

  return { page, count }
}
