import { HTMLTable } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { leftOf, leftOfLine, sum } from '../../machines/allocation.ts'
import { addDays } from '../../machines/calendar.ts'
import { type Book, ledgerOn } from '../../machines/ledger.ts'
import { rupiahIn } from '../../machines/money.ts'
import { DayInput } from '../detail/form/DayInput.tsx'
import { RupiahInput } from '../detail/form/RupiahInput.tsx'
import { Facts } from '../detail/record/Facts.tsx'
import { isDay } from '../shared/day.ts'
import { dayIn } from '../shared/day.ts'
import { useFormat } from '../shared/format.ts'
import { mostRupiah, WouldPay } from './WouldPay.tsx'

type LoanQuoteProps = { book: Book; today: string }

// Days. Ten years ahead nothing accrues any more.
const farthest = 3650

/** The debt on any day, also a future one without further events, and how a payment on it would be allocated. */
export const LoanQuote = ({ book, today }: LoanQuoteProps) => {
  const { t } = useFormat()
  const dayId = useId()
  const amountId = useId()
  const [day, setDay] = useState(today)
  const [amount, setAmount] = useState('')
  const last = addDays(today, farthest)
  const isThere = isDay(day) && day >= book.terms.from && day <= last
  return (
    <div className="screen-only">
      <Facts title="loan:detail.quote" aside={<small className="quiet">{t('loan:detail.inRupiah')}</small>}>
        <div className="loan-form">
          <div>
            <label htmlFor={dayId}>{t('loan:detail.quoteDay')}</label>
            <DayInput
              id={dayId}
              size="small"
              first={book.terms.from}
              last={last}
              aria-invalid={!isThere}
              value={day}
              onDay={setDay}
            />
          </div>
          <div>
            <label htmlFor={amountId}>{t('loan:detail.quoteAmount')}</label>
            <RupiahInput id={amountId} size="small" value={amount} onValue={setAmount} />
          </div>
        </div>
        <div aria-live="polite">
          {isThere ? (
            <Quoted book={book} day={day} amount={rupiahIn(amount) ?? 0} />
          ) : (
            <p className="refusal">{t('loan:detail.noSuchDay')}</p>
          )}
        </div>
      </Facts>
    </div>
  )
}

const Quoted = ({ book, day, amount }: { book: Book; day: string; amount: number }) => {
  const format = useFormat()
  const { t, money, number } = format
  const { lines, credit } = ledgerOn(book, day)
  const open = lines.filter((line) => leftOfLine(line) > 0)
  const isPayment = amount > 0 && amount <= mostRupiah
  return (
    <>
      <div className="detail-table">
        <HTMLTable compact className="loan-table">
          <caption>{t('loan:detail.owedOn', { day: dayIn(day, format) })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('loan:detail.instalment')}</th>
              <th scope="col">{t('loan:detail.interest')}</th>
              <th scope="col">{t('loan:detail.principal')}</th>
              <th scope="col">{t('loan:detail.fee')}</th>
              <th scope="col">{t('loan:detail.total')}</th>
            </tr>
          </thead>
          <tbody>
            {open.map((line) => (
              <tr key={line.term}>
                <th scope="row">{t('loan:detail.dueShort', { term: line.term, day: dayIn(line.due, format) })}</th>
                <td>{number(leftOf(line.interest))}</td>
                <td>{number(leftOf(line.principal))}</td>
                <td>{number(leftOf(line.fee))}</td>
                <td>{number(leftOfLine(line))}</td>
              </tr>
            ))}
            <tr className="loan-total">
              <th scope="row">{t('loan:detail.total')}</th>
              <td>{number(sum(open.map(({ interest }) => leftOf(interest))))}</td>
              <td>{number(sum(open.map(({ principal }) => leftOf(principal))))}</td>
              <td>{number(sum(open.map(({ fee }) => leftOf(fee))))}</td>
              <td>{number(sum(open.map(leftOfLine)))}</td>
            </tr>
          </tbody>
        </HTMLTable>
      </div>
      {credit > 0 && <p className="quiet">{t('loan:detail.creditIs', { amount: money(credit) })}</p>}
      {amount > mostRupiah && <p className="refusal">{t('loan:guard.amountInRange')}</p>}
      {isPayment && <WouldPay book={book} day={day} amount={amount} />}
    </>
  )
}
