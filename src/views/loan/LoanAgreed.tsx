import { Facts } from '../detail/Facts.tsx'
import { useFormat } from '../shared/format.ts'
import type { LoanRecord, Told } from './subject.ts'
import { dayIn, daysIn, rateIn } from './words.ts'

/** The terms at payout; the rates and the fee cap of that day never change for the loan. */
export const LoanAgreed = ({ record, told }: { record: LoanRecord; told: Told }) => {
  const format = useFormat()
  const { t, money } = format
  const { terms } = told.book
  const aDay = (bps: number) => t('ledger:aDay', { rate: rateIn(bps, format) })
  return (
    <Facts
      title="ledger:agreed"
      facts={{
        'ledger:product': record.product,
        'ledger:from': dayIn(terms.from, format),
        'ledger:lent': money(terms.principal),
        'ledger:serviceFee': money(terms.serviceFee),
        'ledger:handlingFee': money(terms.handlingFee),
        'ledger:instalments': t('ledger:times', { count: terms.instalments, days: daysIn(terms.every, format) }),
        'ledger:interest': aDay(terms.interest),
        'ledger:earlyFee': aDay(terms.earlyFee),
        'ledger:lateFee': t('ledger:fromDay', { rate: aDay(terms.lateFee), day: terms.lateFrom }),
        'ledger:cap': t('ledger:ofPrincipal', { rate: rateIn(terms.cap, format) }),
        ...(told.state.context.order && { 'ledger:virtualAccount': told.state.context.order.virtualAccount }),
      }}
    />
  )
}
