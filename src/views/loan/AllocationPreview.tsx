import type { Book } from '../../machines/ledger.ts'
import { isDay } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import { mostRupiah, WouldPay } from './WouldPay.tsx'

type AllocationPreviewProps = { book: Book; today: string; day: string; amount: number }

/** Previews the allocation of a payment in a form, once the typed day and amount are valid. */
export const AllocationPreview = ({ book, today, day, amount }: AllocationPreviewProps) => {
  const { t } = useFormat()
  const isPayment = Number.isSafeInteger(amount) && amount > 0 && amount <= mostRupiah
  if (!isPayment || !isDay(day) || day < book.terms.from || day > today)
    return <p className="loan-preview quiet">{t('loan:detail.previewLater')}</p>
  return (
    <section className="loan-preview" aria-live="polite">
      <WouldPay book={book} day={day} amount={amount} />
      {day < today && <p className="quiet">{t('loan:detail.backDated')}</p>}
    </section>
  )
}
