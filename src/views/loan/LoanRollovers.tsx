import { oldestDueOn } from '../../machines/ledger.ts'
import { bookOf } from '../../machines/loan.facts.ts'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import { SideBySide } from './SideBySide.tsx'
import type { LoanStep, Told } from './subject.ts'
import { daysIn, rateIn } from './words.ts'

/** The event details of a paid rollover. */
type Payment = { txid: string; day: string }

const ends: readonly string[] = ['rolloverPaid', 'rolloverExpired']

/** Every offered rollover with its terms at the time of the offer, and its end. */
const rolloversOf = ({ history, version, states }: Told) =>
  history.slice(0, version).flatMap((step, index) => {
    if (step.type !== 'rolloverOffered') return []
    const later = history.slice(index, version)
    const end = later.find(({ type }) => ends.includes(type))
    return [{ step, end, terms: states[index]!.context.rollover! }]
  })

type RolloverOf = ReturnType<typeof rolloversOf>[number]

const isReversed = ({ state }: Told, end: LoanStep) =>
  state.context.entries.some(
    (entry) => entry.kind === 'rolledOver' && entry.txid === end.details.txid && entry.reversed,
  )

const outcomeOf = (told: Told, end: LoanStep | undefined) => {
  if (!end) return 'open'
  if (end.type === 'rolloverExpired') return 'expired'
  return isReversed(told, end) ? 'reversed' : 'paid'
}

/** The due day after the rollover; of an unpaid one, the due day if it is paid on the day of the offer. */
const newDueOf = ({ states }: Told, { end, terms }: RolloverOf) =>
  end?.type === 'rolloverPaid'
    ? (oldestDueOn(bookOf(states[end.version - 1]!.context), (end.details as Payment).day) ?? terms.newDue)
    : terms.newDue

export const LoanRollovers = ({ told }: { told: Told }) => {
  const format = useFormat()
  const { t, money } = format
  const columns = rolloversOf(told).map((rollover) => {
    const { step, end, terms } = rollover
    const paid = end?.type === 'rolloverPaid' ? (end.details as Payment) : undefined
    return {
      key: step.version,
      name: dayIn(terms.day, format),
      facts: {
        'loan:detail.rollover.txid': paid?.txid ?? terms.txid,
        'loan:detail.rollover.outcome': t(`loan:detail.rollover.is.${outcomeOf(told, end)}`),
        'loan:detail.rollover.currentInterest': money(terms.currentInterest),
        'loan:detail.rollover.serviceFee': money(terms.serviceFee),
        'loan:detail.rollover.serviceFeeRate': rateIn(terms.serviceFeeRate, format),
        'loan:detail.rollover.interest': money(terms.interest),
        'loan:detail.rollover.interestRate': t('loan:detail.aDay', { rate: rateIn(terms.interestRate, format) }),
        'loan:detail.rollover.price': money(terms.serviceFee + terms.interest),
        'loan:detail.rollover.days': daysIn(terms.days, format),
        'loan:detail.rollover.until': dayIn(terms.until, format),
        'loan:detail.rollover.paidOn': paid && dayIn(paid.day, format),
        'loan:detail.rollover.originalDue': dayIn(terms.originalDue, format),
        'loan:detail.rollover.newDue': dayIn(newDueOf(told, rollover), format),
      },
    }
  })
  return (
    <SideBySide
      title="loan:detail.rollovers"
      none="loan:detail.noRollovers"
      by="loan:detail.rollover.offeredOn"
      columns={columns}
    />
  )
}
