import { sql } from 'kysely'
import type { State } from '../machines/kernel.ts'
import { kindOf } from '../machines/lifecycles.ts'
import { approvalProjection } from './approve.projection.ts'
import { backtestProjection } from './backtest.projection.ts'
import { bulkProjection } from './bulk.projection.ts'
import { customerEditProjection } from './customerEdit.projection.ts'
import { exportProjection } from './export.projection.ts'
import { orderSheetProjection } from './orderSheet.projection.ts'
import { roleProjection } from './power.projection.ts'
import { reviewerProjection, reviewGroupProjection } from './reviewers.projection.ts'
import { ruleSetProjection } from './risk.projection.ts'
import type { Tx } from './store.ts'
import { accountProjection } from './user.projection.ts'

/** One row a stream, a pure function of its state: so a rebuild writes the same bytes as the commands did. */
export type Projection = { table: string; key: string; row: (stream: string, state: State) => Record<string, unknown> }

const byKind: Record<string, Projection> = {
  approval: approvalProjection,
  account: accountProjection,
  role: roleProjection,
  export: exportProjection,
  bulk: bulkProjection,
  ruleSet: ruleSetProjection,
  backtest: backtestProjection,
  customerEdit: customerEditProjection,
  orderSheet: orderSheetProjection,
  reviewGroup: reviewGroupProjection,
  reviewer: reviewerProjection,
}

type Reached = { stream: string; state: State }

const tables = Object.entries(byKind).map(([kind, { table, key, row }]) => ({
  kind,
  table,
  key,
  rows: (streams: readonly Reached[]) =>
    streams.filter(({ stream }) => kindOf(stream) === kind).map(({ stream, state }) => row(stream, state)),
}))

/** Writes the rows of these streams, a statement a table. */
const write = async (tx: Tx, streams: readonly Reached[]): Promise<void> => {
  for (const { table: name, key, rows } of tables) {
    const written = rows(streams)
    const [first] = written
    if (!first) continue
    const table = sql.table(name)
    const changed = Object.keys(first)
      .filter((column) => column !== key)
      .map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
    await sql`
      insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${JSON.stringify(written)}::jsonb)
      on conflict (${sql.ref(key)}) do update set ${sql.join(changed)}`.execute(tx)
  }
}

export const projections = { tables, write }
