import type { Backtest } from '../../machines/backtest.ts'
import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<Backtest>) => {
  const { ruleSet, edition, against, from, to } = context.wanted!
  return {
    id: idOf(stream),
    version,
    state: stateName(value),
    asker: context.asker,
    rule_set: ruleSet,
    edition,
    against,
    applied_from: from,
    applied_to: to,
    applications: context.applications,
    judged: context.result?.judged ?? null,
    changed: context.result?.changed ?? null,
    reason: context.reason,
    requested_at: context.requestedAt,
    ended_at: context.endedAt,
  }
}

export type BacktestRow = ReturnType<typeof row>

declare module '../db/tables.ts' {
  interface Tables {
    backtest: BacktestRow
  }
}

export const backtestProjection: Projection = { table: 'backtest', key: 'id', row }
