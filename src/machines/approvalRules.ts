import { dayMs, hourMs, minuteMs } from './calendar.ts'

/** How the review of applications goes; `from` is the first day on which it applies. */
export type ApprovalRules = {
  from: string
  /** The minutes for which a claim lasts. */
  claimMinutes: number
  /** The target time for a decision. Staff see a missed one; nothing else happens. */
  decideHours: number
  /** The most times that an application is returned to its customer. */
  mostReturns: number
  /** The days that a customer has for an answer to a return. */
  returnDays: number
  /** Days after a rejection until a new application passes the machine review. */
  reapplyDays: number
}

/** The values of a new proposal, and of a lender that has none. */
export const usualApprovalRules: Omit<ApprovalRules, 'from'> = {
  claimMinutes: 30,
  decideHours: 24,
  mostReturns: 3,
  returnDays: 7,
  reapplyDays: 30,
}

type Times = Pick<ApprovalRules, 'claimMinutes' | 'decideHours' | 'returnDays'>
/** The times in milliseconds, as events have them. */
export const approvalTimes = ({ claimMinutes, decideHours, returnDays }: Times) => ({
  claimTtl: claimMinutes * minuteMs,
  decideWithin: decideHours * hourMs,
  returnTtl: returnDays * dayMs,
})
export const usualApprovalTimes = approvalTimes(usualApprovalRules)
