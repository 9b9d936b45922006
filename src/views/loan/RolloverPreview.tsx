import { rolloverOn } from '../../machines/loan.facts.ts'
import { mostPromisedDays } from '../../services/loan.ts'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import type { LoanRecord, Told } from './subject.ts'

type RolloverPreviewProps = { record: LoanRecord; told: Told; days: number; until: string }

/** Previews a rollover in the offer's form, once its days are valid: its price and the new due day. */
export const RolloverPreview = ({ record, told, days, until }: RolloverPreviewProps) => {
  const format = useFormat()
  const { t, money } = format
  const { serviceFeeRate, interestRate } = record.limits['rolloverOffered'] ?? {}
  const isOffer =
    Number.isSafeInteger(days) && days > 0 && days <= mostPromisedDays && told.state.context.oldestDue !== null
  if (!isOffer || serviceFeeRate === undefined || interestRate === undefined) return null
  const terms = { txid: '', days, until, serviceFeeRate, interestRate }
  const { serviceFee, interest, originalDue, newDue } = rolloverOn(told.book, told.day, terms)
  return (
    <p className="loan-preview quiet" aria-live="polite">
      {t('loan:detail.rollover.wouldCost', {
        price: money(serviceFee + interest),
        serviceFee: money(serviceFee),
        interest: money(interest),
        originalDue: dayIn(originalDue, format),
        newDue: dayIn(newDue, format),
      })}
    </p>
  )
}
