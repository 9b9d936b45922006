import { sql } from 'kysely'
import { addDays, dayStart } from '../../../src/machines/calendar.ts'
import type { BodyOf, Endpoint } from '../../../src/services/endpoint.ts'
import * as recovery from '../../../src/services/recovery.ts'
import type { Caller, TestApp } from '../../kit/app.ts'

const lists = {
  caseHoldings: recovery.holdings,
  caseAttempts: recovery.attempts,
  casePromises: recovery.promises,
  credits: recovery.credits,
  casePlacements: recovery.placements,
  caseComplaints: recovery.complaints,
  collectorHours: recovery.hours,
} as const

/** Every row of a list. */
export const allOf = async (caller: Caller, list: Endpoint, filter: object): Promise<Record<string, number>[]> => {
  const rows: Record<string, number>[] = []
  let after: unknown
  do {
    const page = (await caller.data(
      list as typeof recovery.credits.list,
      {
        ...filter,
        limit: 200,
        ...(after !== undefined && { after }),
      } as BodyOf<typeof recovery.credits.list>,
    )) as unknown as { rows: Record<string, number>[]; next: unknown }
    rows.push(...page.rows)
    after = page.next ?? undefined
  } while (after)
  return rows
}

/** What the rows behind a figure add up to: their number, or their rupiah. */
const inRupiah: Partial<Record<recovery.FigureName, (row: Record<string, number>) => number>> = {
  promised: ({ amount }) => amount!,
  paid: ({ amount, paid }) => Math.min(amount!, paid!),
  principal: ({ principal }) => principal!,
  interest: ({ interest }) => interest!,
  fee: ({ fee }) => fee!,
  recovered: ({ amount }) => amount!,
  self: ({ amount }) => amount!,
  openingPrincipal: ({ principal }) => principal!,
  rolledPrincipal: ({ principal }) => principal!,
  balance: ({ balance }) => balance!,
  placedBalance: ({ balance }) => balance!,
  commission: ({ commission }) => commission!,
  clawback: ({ commission }) => -commission!,
  minutes: ({ minutes }) => minutes!,
  target: ({ balance, target }) => Math.floor((balance! * target!) / 10_000),
}
export const totalBehind = async (
  app: TestApp,
  caller: Caller,
  name: recovery.FigureName,
  { from, to }: { from: string; to: string },
  filter: object,
) => {
  const { screen, days, where = {} } = recovery.behind[name]
  // Of a collector nothing is nobody's.
  if ('collector' in where && 'collector' in filter && filter.collector !== where['collector']) return 0
  const list = lists[screen as keyof typeof lists].list
  const asked = Object.fromEntries(
    days.flatMap((one) => [
      [`${one}From`, dayStart(from)],
      [`${one}To`, dayStart(addDays(one === 'held' ? from : to, 1))],
    ]),
  )
  const words = Object.fromEntries(Object.entries(where).map(([key, value]) => [key, value === '1' ? true : value]))
  const rows = await allOf(caller, list, { ...filter, ...asked, ...words })
  if (isCreditedTo(name)) return recoveredOf(app, creditedTo[name], rows)
  const amount = inRupiah[name] ?? (() => 1)
  return rows.reduce((sum, row) => sum + amount(row), 0)
}

/** The credits of any day of what was given or placed on these days, as the rows behind the figure name them. */
const creditedTo = { cohort: 'holding', placedRecovered: 'placement' } as const
const isCreditedTo = (name: recovery.FigureName): name is keyof typeof creditedTo => name in creditedTo
/** What was credited to rows, from the credits as they are stored. */
const recoveredOf = async (app: TestApp, by: 'holding' | 'placement', rows: readonly Record<string, number>[]) => {
  const { rows: credits } = await sql<{ to: number; amount: number }>`
    select ${sql.ref(by)} as "to", amount from recovery_credit`.execute(app.db.sql)
  const ids = new Set(rows.map(({ id }) => id))
  return credits.reduce((sum, { to, amount }) => (ids.has(to) ? sum + amount : sum), 0)
}
