import { idOf, type State, stateName } from '../../machines/kernel.ts'
import type { Quality } from '../../machines/quality.facts.ts'
import { fatalOf, scoreOf } from '../../machines/scorecard.ts'
import type { causes, qualityStates } from '../../services/quality.ts'
import type { Projection } from '../store/projection.ts'

const yesNo = (is: boolean): 'yes' | 'no' => (is ? 'yes' : 'no')

/** The columns of the check. A verdict without its second check is in no row, so that no filter reveals it. */
type Told = { score: number | null; missed: string | null; fatal: string | null; evidence: string | null }
const toldOf = ({ check, visit }: Quality, isHidden: boolean): Told => {
  if (!check || isHidden) return { score: null, missed: null, fatal: null, evidence: null }
  const { items } = visit!.card
  return {
    score: scoreOf(items, check.missed),
    missed: check.missed.join(' · ') || null,
    fatal: fatalOf(items, check.missed),
    evidence: check.evidence,
  }
}

const causeOf = (complaint: string | null): (typeof causes)[number] => (complaint === null ? 'random' : 'complaint')

const row = (stream: string, { version, value, context }: State<Quality>) => {
  const visit = context.visit!
  const { check, second, complaint, appeal } = context
  const state = stateName(value).split('.')[0] as (typeof qualityStates)[number]
  return {
    id: idOf(stream),
    version,
    state,
    lead: visit.lead,
    seller: visit.seller,
    visit_end: visit.end,
    channel: visit.call?.channel ?? null,
    called_at: visit.call?.at ?? null,
    cause: causeOf(complaint),
    complaint,
    sampled_at: context.sampledAt,
    checker: check?.by ?? null,
    checked_at: check?.at ?? null,
    ...toldOf(context, state === 'second'),
    first_checker: second?.of ?? null,
    second_checker: second?.by ?? null,
    agrees: second && yesNo(second.agrees),
    appealed: yesNo(appeal !== null),
    appealed_at: appeal?.at ?? null,
    appeal: appeal?.reason ?? null,
    decided_at: context.decidedAt,
  }
}

declare module '../db/tables.ts' {
  interface Tables {
    quality: ReturnType<typeof row>
  }
}

export const qualityProjection: Projection = { table: 'quality', key: 'id', row }
