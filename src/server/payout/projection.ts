import { type State, stateName } from '../../machines/kernel.ts'
import { lastAttempt, type Payout } from '../../machines/payout.facts.ts'
import type { Projection } from '../store/projection.ts'

export const payoutRow = (_stream: string, { version, value, context }: State<Payout>) => {
  const { terms, proposal, proof, paid } = context
  const { orderNo, person, app, product, amount } = terms!
  const state = stateName(value)
  const last = lastAttempt(context)
  return {
    order_no: orderNo,
    version,
    state,
    stage: state.split('.')[0]!,
    since: context.since,
    person,
    account_version: context.accountVersion,
    app,
    product,
    amount,
    channel: proposal?.channel ?? context.channel,
    opened_at: context.openedAt,
    proposal: proposal?.kind ?? null,
    proposer: proposal?.by ?? null,
    proposed_version: proposal?.accountVersion ?? null,
    evidence: proposal?.evidence ?? proof?.evidence ?? null,
    prover: proof?.by ?? null,
    proof_day: proof?.day ?? null,
    changed_by: [...new Set(Object.values(context.changedBy).filter((one) => one !== null))],
    refusal: context.refusal,
    attempts: context.attempts.length,
    txid: last?.txid ?? null,
    status: last?.status ?? null,
    code: last?.code ?? null,
    sent_at: last?.sentAt ?? null,
    ended_at: last?.endedAt ?? null,
    maker: last?.maker ?? null,
    checker: last?.checker ?? null,
    contradicted: context.attempts.find(({ contradiction }) => contradiction !== null)?.txid ?? null,
    paid_day: paid?.day ?? null,
  }
}

const arrivals = (_stream: string, { context: { terms, attempts } }: State<Payout>) =>
  attempts.flatMap(({ arrived, ...attempt }) => {
    if (!arrived) return []
    const { orderNo, person, app, product } = terms!
    const isBack = attempt.status === 'bounced'
    return {
      order_no: orderNo,
      txid: attempt.txid,
      day: arrived.day,
      arrived_at: arrived.at,
      amount: attempt.amount,
      channel: attempt.channel,
      person,
      account_version: attempt.accountVersion,
      app,
      product,
      maker: attempt.maker,
      checker: attempt.checker,
      returned_at: isBack ? attempt.endedAt : null,
      code: isBack ? attempt.code : null,
    }
  })

export type PayoutRow = ReturnType<typeof payoutRow>

declare module '../db/tables.ts' {
  interface Tables {
    payout: PayoutRow
    payout_arrival: ReturnType<typeof arrivals>[number]
  }
}

export const payoutProjections: Projection[] = [
  { table: 'payout', key: 'order_no', row: payoutRow },
  { table: 'payout_arrival', key: 'order_no', part: 'txid', rows: arrivals },
]
