import { idOf, type State, stateName } from '../../machines/kernel.ts'
import { instants, type Lead } from '../../machines/lead.facts.ts'
import type { leadStates } from '../../services/lead.ts'
import type { Projection } from '../store/projection.ts'

/** Where no call-back is set. */
const lastOfAll = 8_640_000_000_000_000

const yesNo = (step: unknown): 'yes' | 'no' => (step === null ? 'no' : 'yes')

const row = (stream: string, { version, value, context }: State<Lead>) => {
  const { contact, registered, applied } = context
  return {
    id: idOf(stream),
    version,
    state: stateName(value) as (typeof leadStates)[number],
    requests: context.requests,
    batch: context.batch,
    source: context.source,
    imported_at: context.importedAt,
    seller: context.seller,
    former_seller: context.formerSeller,
    attempts: context.attempts,
    channel: contact?.channel ?? null,
    contacted_at: contact?.at ?? null,
    outcome: contact?.outcome ?? null,
    reached: yesNo(context.reached),
    call_back: context.callBack,
    call_at: context.callBack ?? lastOfAll,
    call_back_due: context.isCallBackDue,
    idle_at: context.isNoticed ? instants.idleAt(context) : null,
    registered: yesNo(registered),
    registered_at: registered?.at ?? null,
    registered_for: registered?.seller ?? null,
    applied: yesNo(applied),
    applied_at: applied?.at ?? null,
    applied_for: applied?.seller ?? null,
    result: context.result,
    reason: context.reason,
    ended_at: context.endedAt,
  }
}

declare module '../db/tables.ts' {
  interface Tables {
    lead: ReturnType<typeof row>
    /** A row per seller: `n` counts the leads that they claimed. */
    lead_claims: { seller: string; n: number }
  }
}

export const leadProjection: Projection = { table: 'lead', key: 'id', row }
