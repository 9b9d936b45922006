import { promiseOf } from '../../machines/loanStatement.ts'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import { whoDid } from '../shared/who.ts'
import { SideBySide } from './SideBySide.tsx'
import type { LoanStep, Told } from './subject.ts'

const decisions: readonly string[] = [
  'reductionApproved',
  'largeReductionApproved',
  'reductionRefused',
  'reductionExpired',
]

type Asked = { amount: number; until: string; reason: string }

/** Every requested reduction with its decision. */
const reductionsOf = ({ history, version, states }: Told) =>
  history.slice(0, version).flatMap((step, index) => {
    if (step.type !== 'reductionRequested') return []
    const decision = history.slice(index, version).find(({ type }) => decisions.includes(type))
    const entry = decision && states[decision.version - 1]!.context.entries.findLast(({ kind }) => kind === 'reduced')
    const isApproved = decision?.type.endsWith('Approved') === true
    return [
      {
        step,
        decision,
        asked: step.details as Asked,
        approved: isApproved && entry?.kind === 'reduced' ? entry : null,
      },
    ]
  })

/** A reduction's outcome: waiting, expired, refused, or whether its payable amount was paid in time. */
const outcomeOf = (
  decision: LoanStep | undefined,
  promise: { payable: number; paid: number } | null,
  isOver: boolean,
) => {
  if (!decision) return 'waiting'
  if (decision.type === 'reductionExpired') return 'expired'
  if (!promise) return 'refused'
  if (promise.paid >= promise.payable) return 'kept'
  return isOver ? 'missed' : 'open'
}

export const LoanReductions = ({ told }: { told: Told }) => {
  const format = useFormat()
  const { t, money } = format
  const columns = reductionsOf(told).map(({ step, decision, asked, approved }) => {
    const promise = approved && promiseOf(told.book, approved, told.day)
    return {
      key: step.version,
      name: money(asked.amount),
      facts: {
        'loan:detail.reduction.outcome': t(
          `loan:detail.reduction.is.${outcomeOf(decision, promise, told.day > asked.until)}`,
        ),
        'loan:detail.reduction.requestedBy': whoDid(t, step),
        'loan:detail.reduction.reason': asked.reason,
        'loan:detail.reduction.decidedBy': decision && whoDid(t, decision),
        'loan:detail.reduction.until': dayIn(asked.until, format),
        'loan:detail.reduction.payable': promise && money(promise.payable),
        'loan:detail.reduction.paid': promise && money(promise.paid),
      },
    }
  })
  return (
    <SideBySide
      title="loan:detail.reductions"
      none="loan:detail.noReductions"
      by="loan:detail.reduction.amount"
      columns={columns}
    />
  )
}
