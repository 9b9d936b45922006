import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { Withdrawal } from '../../machines/withdrawal.facts.ts'
import type { withdrawalStates } from '../../services/withdrawal.ts'
import type { Projection } from '../store/projection.ts'

const row = (stream: string, { version, value, context }: State<Withdrawal>) => ({
  txid: idOf(stream),
  version,
  state: stateName(value) as (typeof withdrawalStates)[number],
  ...context.order!,
  requester: context.requester,
  requested_at: context.requestedAt,
  checker: context.checker,
  refusal: context.refusal,
  sent_at: context.sentAt,
  status: context.status,
  code: context.code,
  ended_at: context.endedAt,
  contradicted: context.contradiction !== null,
  prover: context.proof?.by ?? null,
  proof_day: context.proof?.day ?? null,
  evidence: context.proof?.evidence ?? null,
  confirmer: context.proof?.confirmedBy ?? null,
})

declare module '../db/tables.ts' {
  interface Tables {
    withdrawal: ReturnType<typeof row>
  }
}

export const withdrawalProjection: Projection = { table: 'withdrawal', key: 'txid', row }
