import { type State, stateName } from '../../machines/kernel.ts'
import { lastPromise, openPromise, type RecoveryCase } from '../../machines/recoveryCase.facts.ts'
import type { caseKinds, caseStates, phases, promiseOutcomes } from '../../services/recoveryCase.ts'
import type { Projection } from '../store/projection.ts'

const row = (_stream: string, { version, value, context }: State<RecoveryCase>) => {
  const state = stateName(value) as (typeof caseStates)[number]
  const promise = lastPromise(context)
  const open = openPromise(context)
  const waiting = open?.waitsUntil === undefined ? undefined : open
  const phase: (typeof phases)[number] = state === 'settled' ? 'settled' : 'open'
  const kind: (typeof caseKinds)[number] = context.stage === 'pre' ? 'pre' : 'post'
  const outcome: (typeof promiseOutcomes)[number] | null = promise ? (promise.outcome ?? 'open') : null
  const hold = state.startsWith('open.held') ? context.holds.at(-1)! : undefined
  return {
    order_no: context.orderNo,
    version,
    state,
    phase,
    kind,
    person: context.order!.person,
    app: context.order!.app,
    product: context.order!.product,
    episode: context.episode,
    opened_at: context.openedAt,
    stage: context.stage,
    due: context.due,
    holder: context.holder,
    former_holder: context.formerHolder,
    attempts: context.attempts,
    contacted_at: context.contact?.at ?? null,
    outcome: context.contact?.outcome ?? null,
    call_back: context.callBack,
    promise_amount: promise?.amount ?? null,
    promise_day: promise?.day ?? null,
    promise_paid: promise?.paid ?? null,
    promise_outcome: outcome,
    hold_reason: hold?.reason ?? null,
    hold_until: hold?.until ?? null,
    settled_at: context.settledAt,
    settlement: context.settlement,
    company: context.placement?.company ?? null,
    placed_until: context.placement?.until ?? null,
    retained_until: context.retained ?? null,
    statement_from: waiting?.madeOn ?? null,
    statement_to: waiting?.lastDay ?? null,
  }
}

declare module '../db/tables.ts' {
  interface Tables {
    recovery_case: ReturnType<typeof row>
  }
}

export const recoveryCaseProjection: Projection = { table: 'recovery_case', key: 'order_no', row }
