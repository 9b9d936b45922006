import { Facts } from '../detail/record/Facts.tsx'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import type { LoanRecord, Told } from './subject.ts'
import { daysIn, rateIn } from './words.ts'

/** The terms at payout; the rates and the fee cap of that day never change for the loan. */
export const LoanAgreed = ({ record, told }: { record: LoanRecord; told: Told }) => {
  const format = useFormat()
  const { t, money } = format
  const { terms } = told.book
  const aDay = (bps: number) => t('loan:detail.aDay', { rate: rateIn(bps, format) })
  return (
    <Facts
      title="loan:detail.agreed"
      facts={{
        'loan:detail.product': record.product,
        'loan:detail.from': dayIn(terms.from, format),
        'loan:detail.lent': money(terms.principal),
        'loan:detail.serviceFee': money(terms.serviceFee),
        'loan:detail.handlingFee': money(terms.handlingFee),
        'loan:detail.instalments': t('loan:detail.times', {
          count: terms.instalments,
          days: daysIn(terms.every, format),
        }),
        'loan:detail.interest': aDay(terms.interest),
        'loan:detail.earlyFee': aDay(terms.earlyFee),
        'loan:detail.lateFee': t('loan:detail.fromDay', { rate: aDay(terms.lateFee), day: terms.lateFrom }),
        'loan:detail.cap': t('loan:detail.ofPrincipal', { rate: rateIn(terms.cap, format) }),
        ...(told.state.context.order && { 'loan:detail.virtualAccount': told.state.context.order.virtualAccount }),
      }}
    />
  )
}
