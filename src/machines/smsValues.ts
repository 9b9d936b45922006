import { leftOfLine, sum } from './allocation.ts'
import type { Approval } from './approval.facts.ts'
import { daysBetween } from './calendar.ts'
import { ledgerOn } from './ledger.ts'
import { bookOf, type Loan, standing } from './loan.facts.ts'
import { arrivalAmount, proportion } from './money.ts'
import { type SmsCategory, type SmsValues, type SmsVariable, variablesIn } from './smsText.ts'

type Order = {
  /** The customer's name, and the name of their bank. */
  name: string
  bank: string
  appName: string
  approval: Approval
  /** Undefined before the payout, and for a loan that was voided. */
  loan: Loan | undefined
  /** A business day, 'YYYY-MM-DD'. */
  today: string
}

/** The values of a template's variables for one order on a day. What is not known has no value. */
export const smsValuesOf = ({ name, bank, appName, approval, loan, today }: Order): SmsValues => {
  const { orderNo, product, amount, serviceFee: ofApplied, handlingFee } = approval.application!
  const loanAmount = approval.proposal?.amount ?? amount
  const serviceFee = proportion(ofApplied, loanAmount, amount)
  return {
    name,
    appName,
    orderNo,
    product,
    bank,
    loanAmount,
    arrivalAmount: arrivalAmount({ loanAmount, serviceFee, handlingFee }),
    ...(loan && valuesOfLoan(loan, today)),
  }
}

/** The values of a loan on a day. `amountDue` is the overdue amount, or else the next instalment; amounts are rupiah. */
const valuesOfLoan = (loan: Loan, today: string): SmsValues => {
  const { order, oldestDue, entries } = loan
  const { principal: loanAmount, serviceFee, handlingFee } = loan.terms!
  const lent = { loanAmount, arrivalAmount: arrivalAmount({ loanAmount, serviceFee, handlingFee }) }
  const payment = standing(entries).findLast(({ kind }) => kind === 'repaid')
  const paid = payment && 'amount' in payment ? { paidAmount: payment.amount, paidDay: payment.day } : {}
  if (oldestDue === null) return { ...lent, ...paid }
  const until = oldestDue > today ? oldestDue : today
  const { lines } = ledgerOn(bookOf(loan), today)
  const daysOverdue = daysBetween(oldestDue, today)
  return {
    ...lent,
    ...paid,
    amountDue: sum(lines.filter(({ due }) => due <= until).map(leftOfLine)),
    dueDay: oldestDue,
    ...(order && { virtualAccount: order.virtualAccount }),
    ...(daysOverdue > 0 && { daysOverdue }),
  }
}

const ofDebt: readonly SmsVariable[] = ['amountDue', 'dueDay', 'daysOverdue', 'virtualAccount']

/** Whether a text asks for money. */
export const isAboutDebt = ({ category, body }: { category: SmsCategory; body: string }): boolean =>
  category === 'collection' || variablesIn(body).some((name) => ofDebt.includes(name))

/** Why a text is not true for an order: nothing is owed of what it asks for, or nothing is overdue. */
export const untrueBecause = (
  text: { category: SmsCategory; body: string },
  loan: Loan | undefined,
  today: string,
): 'settled' | 'notOverdue' | undefined => {
  if (!isAboutDebt(text)) return undefined
  if (!loan?.oldestDue) return 'settled'
  return text.category === 'collection' && loan.oldestDue >= today ? 'notOverdue' : undefined
}
