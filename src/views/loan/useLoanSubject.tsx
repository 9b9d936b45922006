import { leftOfLine, oldestOpen } from '../../machines/allocation.ts'
import { addDays, dayStart } from '../../machines/calendar.ts'
import { allocationOf, ledgerOn, leftOn, reducibleOn, type Book } from '../../machines/ledger.ts'
import { rolloverOn } from '../../machines/loan.facts.ts'
import { rupiahIn } from '../../machines/money.ts'
import { type PaidBy, paymentMethods } from '../../machines/paymentMethods.ts'
import { mostPromisedDays } from '../../services/loan.ts'
import { About } from '../detail/command/About.tsx'
import type { Subject } from '../detail/command/subject.ts'
import type { Field } from '../detail/form/field.ts'
import type { Typed } from '../detail/form/fields.ts'
import { isDay, dayIn } from '../shared/day.ts'
import { type Format, useFormat } from '../shared/format.ts'
import { type LoanRecord, loans, type Told } from './subject.ts'
import { mostRupiah, WouldPay } from './WouldPay.tsx'

const dayField = ({ state: { context }, day }: Told, event: string): Field => ({
  kind: 'day',
  initial: day,
  first:
    event === 'rolloverPaid'
      ? { day: context.rollover?.day ?? day, beyond: 'loan:guard.notBeforeOffer' }
      : { day: context.terms!.from, beyond: 'loan:guard.notBeforePayout' },
  last: { day, beyond: 'loan:guard.notInFuture' },
})

const amountField = ({ limits }: LoanRecord, { state: { context }, ledger }: Told, event: string): Field => {
  const rupiah = (amount: number, above: string, initial?: number): Field => ({
    kind: 'rupiah',
    most: { amount, above: `loan:guard.${above}` },
    ...(initial && { initial }),
  })
  switch (event) {
    case 'creditRefunded':
      return rupiah(ledger.credit, 'ofCredit', ledger.credit)
    case 'reductionRequested': {
      const reducible = reducibleOn(ledger)
      const { limit = reducible } = limits[event] ?? {}
      return limit < reducible ? rupiah(limit, 'withinLimit') : rupiah(reducible, 'feeAndPrincipalOnly')
    }
    case 'rolloverPaid': {
      const price = (context.rollover?.serviceFee ?? 0) + (context.rollover?.interest ?? 0)
      return rupiah(price, 'inFull', price)
    }
    default:
      return rupiah(mostRupiah, 'amountInRange')
  }
}

const standingPayments = ({ state: { context } }: Told, format: Format): Field => ({
  kind: 'choice',
  options: context.entries.flatMap((entry) =>
    'reversed' in entry && !entry.reversed
      ? [{ value: entry.txid, name: `${entry.txid} · ${dayIn(entry.day, format)} · ${format.money(entry.amount)}` }]
      : [],
  ),
})

// A new payment needs a method; payments from before the field have none.
const methodField: Field = {
  kind: 'choice',
  options: paymentMethods.map((value) => ({ value, words: `loan:method.${value}` })),
}

const fieldOf = (record: LoanRecord, told: Told, format: Format, event: string, ask: string): Field | undefined => {
  switch (ask) {
    case 'txid':
      return event === 'reversalProposed' ? standingPayments(told, format) : undefined
    case 'day':
      return dayField(told, event)
    case 'amount':
      return amountField(record, told, event)
    case 'method':
      return methodField
    case 'until':
      return { kind: 'day', initial: addDays(told.day, 7), first: { day: told.day, beyond: 'loan:guard.endsAhead' } }
    default:
      return undefined
  }
}

const amountIn = ({ amount }: Readonly<Record<string, Typed>>) => rupiahIn(String(amount)) ?? 0

/** A payment above what is owed, or of ten instalments, is more often a slip of the finger than a payment. */
const doubtOf = ({ book, day: today }: Told, typed: Readonly<Record<string, Typed>>, { t, money }: Format) => {
  const amount = amountIn(typed)
  const day = String(typed.day)
  if (amount <= 0 || amount > mostRupiah || !isDay(day) || day < book.terms.from || day > today) return undefined
  const { credit } = allocationOf(book, day, amount)
  if (credit > 0) return t('loan:detail.aboveOwed', { amount: money(amount), credit: money(credit) })
  const next = oldestOpen(ledgerOn(book, day).lines)
  const instalment = next && leftOfLine(next)
  return instalment && amount >= 10 * instalment
    ? t('loan:detail.tenInstalments', { amount: money(amount), instalment: money(instalment) })
    : undefined
}

/** The amount that is still to be paid when the fees and the principal are reduced. */
const payableAfter = (ledger: Told['ledger'], amount: number) => leftOn(ledger) - Math.min(amount, reducibleOn(ledger))

type Previewed = { event: string; typed: Readonly<Record<string, Typed>>; format: Format }

const previewOf = (record: LoanRecord, told: Told, { event, typed, format }: Previewed) => {
  switch (event) {
    case 'reductionRequested':
      return (
        <About facts={{ 'loan:detail.reduction.payable': format.money(payableAfter(told.ledger, amountIn(typed))) }} />
      )
    case 'reversalProposed':
      return <PaymentPreview told={told} txid={String(typed.txid)} format={format} />
    case 'repaid':
      return <AllocationPreview book={told.book} today={told.day} day={String(typed.day)} amount={amountIn(typed)} />
    case 'rolloverOffered':
      return <RolloverPreview {...{ record, told }} days={Number(typed.days)} until={String(typed.until)} />
    default:
      return undefined
  }
}

/** How a payment came, as far as it was recorded. */
const paidByFacts = (
  { method, payChannel }: PaidBy,
  { context }: Told['state'],
  t: Format['t'],
): Record<string, string> => ({
  ...(method && { 'loan:ask.method': t(`loan:method.${method}`) }),
  ...(payChannel && { 'loan:ask.payChannel': payChannel }),
  ...(method === 'virtualAccount' && context.order && { 'loan:detail.virtualAccount': context.order.virtualAccount }),
})

/** What a command on a loan decides on. */
export const aboutLoan = (
  { customer }: Pick<LoanRecord, 'customer'>,
  { state, ledger }: Pick<Told, 'state' | 'ledger'>,
  event: string,
  format: Format,
) => {
  const { context } = state
  const { t, money } = format
  const { proposal, reduction, entries } = context
  const reversed = entries.find((entry) => 'reversed' in entry && 'txid' in entry && entry.txid === proposal?.txid)
  const decided: Record<string, string> =
    /^(repaymentReversed|reversalRefused)$/.test(event) && reversed && 'reversed' in reversed
      ? {
          'loan:ask.txid': proposal!.txid!,
          'loan:ask.amount': money(reversed.amount),
          'loan:ask.day': dayIn(reversed.day, format),
          ...paidByFacts(reversed, state, t),
        }
      : /eduction(Approved|Refused)$/.test(event) && reduction
        ? {
            'loan:ask.amount': money(reduction.amount),
            'loan:ask.until': dayIn(reduction.until, format),
            'loan:detail.reduction.payable': money(payableAfter(ledger, reduction.amount)),
          }
        : {}
  return {
    'approval:screen.customer': customer || t('audit:erased'),
    ...decided,
    'loan:detail.remaining': money(leftOn(ledger)),
  }
}

/** The loan as the subject of commands. The form of a payment previews its allocation, that of a rollover its price. */
export const useLoanSubject = (record: LoanRecord, told: Told): Subject => {
  const format = useFormat()
  const { orderNo, loan, today, limits } = record
  const last = loan?.history.at(-1)
  return {
    process: loans,
    stream: `loan/${orderNo}`,
    name: orderNo,
    body: { orderNo },
    state: loan?.state ?? told.state,
    at: dayStart(today),
    limits,
    ...(last && { last }),
    field: (event, ask) => fieldOf(record, told, format, event, ask),
    about: (event) => aboutLoan(record, told, event, format),
    preview: (event, typed) => previewOf(record, told, { event, typed, format }),
    doubt: (event, typed) => (event === 'repaid' ? doubtOf(told, typed, format) : undefined),
  }
}

type AllocationPreviewProps = { book: Book; today: string; day: string; amount: number }

/** Previews the allocation of a payment in a form, once the typed day and amount are valid. */
const AllocationPreview = ({ book, today, day, amount }: AllocationPreviewProps) => {
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

type PaymentPreviewProps = { told: Told; txid: string; format: Format }

/** The chosen payment in the form of its reversal. */
const PaymentPreview = ({ told: { state }, txid, format }: PaymentPreviewProps) => {
  const payment = state.context.entries.find((entry) => entry.kind === 'repaid' && entry.txid === txid)
  if (payment?.kind !== 'repaid') return null
  return (
    <About
      facts={{
        'loan:ask.amount': format.money(payment.amount),
        'loan:ask.day': dayIn(payment.day, format),
        ...paidByFacts(payment, state, format.t),
      }}
    />
  )
}

type RolloverPreviewProps = { record: LoanRecord; told: Told; days: number; until: string }

/** Previews a rollover in the offer's form, once its days are valid: its price and the new due day. */
const RolloverPreview = ({ record, told, days, until }: RolloverPreviewProps) => {
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
