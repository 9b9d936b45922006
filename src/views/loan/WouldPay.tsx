import { allocationOf, type Book } from '../../machines/ledger.ts'
import { forgivenBy } from '../../machines/loanStatement.ts'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import { AllotmentTable } from './AllotmentTable.tsx'

/** The largest amount of one payment, in rupiah. */
export const mostRupiah = 1e12

type WouldPayProps = { book: Book; day: string; amount: number }

/** How a payment that is not made yet would be allocated. */
export const WouldPay = ({ book, day, amount }: WouldPayProps) => {
  const format = useFormat()
  const { t, money } = format
  const { lines, credit } = allocationOf(book, day, amount)
  const forgiven = forgivenBy(book, day, amount)
  return (
    <>
      <AllotmentTable
        caption={t('loan:detail.wouldPay', { amount: money(amount), day: dayIn(day, format) })}
        allotments={lines}
        credit={credit}
      />
      {forgiven > 0 && <p className="quiet">{t('loan:detail.forgiven', { amount: money(forgiven) })}</p>}
    </>
  )
}
