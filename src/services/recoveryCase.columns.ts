import type { Decided } from './bulkFacts.ts'
import { day, instant, type ListColumns, money, number, text, word } from './columns.ts'
import type { RecoveryCase, WaitingCase } from './recoveryCase.ts'

export const recoveryCaseColumns = {
  orderNo: text('approval:screen.orderNo', (one) => one.orderNo),
  customer: text('approval:screen.customer', (one) => one.customer),
  phone: text('approval:screen.phone', (one) => one.phone),
  nik: text('approval:screen.nik', (one) => one.nik),
  product: text('approval:screen.product', (one) => one.product),
  app: text('approval:screen.app', (one) => one.app),
  state: word('recoveryCase:screen.state', (one) => `recoveryCase:state.${one.state}`),
  stage: word('recoveryCase:screen.stage', (one) => `recoveryCase:stage.${one.stage}`),
  due: day('loan:list.due', (one) => one.due),
  daysOverdue: number('loan:list.daysOverdue', (one) => one.daysOverdue),
  daysLeft: number('recoveryCase:screen.daysLeft', (one) => one.daysLeft),
  term: text('loan:list.term', ({ term, terms }, inWords) =>
    term === null ? null : inWords('loan:list.termOf', undefined, { term, terms }),
  ),
  owed: money('recoveryCase:screen.owed', (one) => one.owed),
  principal: money('loan:list.principal', (one) => one.principal),
  interest: money('loan:list.interest', (one) => one.interest),
  fee: money('loan:list.ofFee', (one) => one.fee),
  paid: money('loan:list.paid', (one) => one.paid),
  remaining: money('loan:list.remaining', (one) => one.remaining),
  holder: text('recoveryCase:screen.holder', (one) => one.holderName),
  former: text('recoveryCase:screen.former', (one) => one.formerName),
  attempts: number('recoveryCase:screen.attempts', (one) => one.attempts),
  contactedAt: instant('recoveryCase:screen.contactedAt', (one) => one.contactedAt),
  outcome: word('recoveryCase:screen.outcome', (one) => one.outcome && `contact:outcome.${one.outcome}`),
  callBack: day('recoveryCase:screen.callBack', (one) => one.callBack),
  promiseAmount: money('recoveryCase:screen.promiseAmount', (one) => one.promiseAmount),
  promiseDay: day('recoveryCase:screen.promiseDay', (one) => one.promiseDay),
  promise: word(
    'recoveryCase:screen.promise',
    (one) => one.promiseOutcome && `recoveryCase:promise.${one.promiseOutcome}`,
  ),
  company: text('recoveryCase:screen.company', (one) => one.company),
  placedUntil: day('recoveryCase:screen.placedUntil', (one) => one.placedUntil),
  retainedUntil: day('recoveryCase:screen.retainedUntil', (one) => one.retainedUntil),
  holdUntil: day('recoveryCase:screen.holdUntil', (one) => one.holdUntil),
  settledAt: instant('recoveryCase:screen.settledAt', (one) => one.settledAt),
  settlement: word(
    'recoveryCase:screen.settlement',
    (one) => one.settlement && `recoveryCase:settlement.${one.settlement}`,
  ),
  tookDays: number('recoveryCase:screen.tookDays', (one) => one.tookDays),
  creditedTo: text('recoveryCase:screen.creditedTo', (one, inWords) =>
    one.creditedTo === '' ? inWords('recovery:screen.self') : one.creditedToName,
  ),
} satisfies ListColumns<RecoveryCase>

/** The columns that the list of waiting cases has besides. */
export const waitingColumns = {
  why: word('recoveryCase:screen.why', (one) => `recoveryCase:why.${one.why}`),
  placementState: word(
    'recoveryCase:screen.placementState',
    (one) => one.placementState && `placement:state.${one.placementState}`,
  ),
  proposed: text('recoveryCase:screen.proposed', (one) => one.proposed?.name ?? null),
  formers: text('recoveryCase:screen.formers', (one) => one.formers.join(', ')),
} satisfies ListColumns<WaitingCase>

const { orderNo, customer, owed, holder, company } = recoveryCaseColumns
/** The columns that describe many cases before one command for all of them. */
export const decidedCases: Decided<RecoveryCase> = {
  amounts: { owed },
  shared: { holder, company },
  each: { orderNo, customer },
}
